import { createSecretKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, openText, sealText } from '#core/personal-data/sealed-text.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const nonceOf = (bytes: Buffer) => bytes.subarray(0, 12).toString('hex')
const nonce = (content: string, boundTo?: string) => nonceOf(encrypt(key, Buffer.from(content), boundTo))

/** As encrypted by the first releases, when bound data did not enter the nonce: frozen bytes. */
const frozen = {
  text: 'enc:1:user-1:bz0ti3PQdSIEN6SVy/cikCDQQhwv16WCSoAwG2oMBevd/GSV',
  unboundNonce: '6f3d2d8b73d075220437a495',
  bound: 'bz0ti3PQdSIEN6SVJ7nK8yHMBudytkLZ+WBm52oMBevd/GSV',
}

describe('the nonce', () => {
  test('of a content without bound data never changes', () => {
    expect(nonce('Asha Rao')).toBe(frozen.unboundNonce)
    expect(sealText(key, 'user-1', 'Asha Rao')).toBe(frozen.text)
  })

  test('differs with the bound data, since one nonce under two tags reveals the authentication key', () => {
    const nonces = ['', 'user-1', 'user-2', 'user-12'].map((boundTo) => nonce('Asha Rao', boundTo))
    expect(new Set(nonces).size).toBe(nonces.length)
  })

  test('differs if the same bytes are split differently between bound data and content', () => {
    const nonces = [nonce('1Asha', 'user-'), nonce('Asha', 'user-1'), nonce('-1Asha', 'user'), nonce('user-1Asha')]
    expect(new Set(nonces).size).toBe(nonces.length)
  })

  test('is the same for the same content and bound data, so that a text has one form', () => {
    expect(encrypt(key, Buffer.from('Asha Rao'), 'user-1')).toEqual(encrypt(key, Buffer.from('Asha Rao'), 'user-1'))
  })
})

describe('a text encrypted by an older release', () => {
  test('is decrypted', () => {
    expect(openText(key, frozen.text)).toBe('Asha Rao')
  })

  test('is decrypted with its bound data, and with no other', () => {
    const bytes = Buffer.from(frozen.bound, 'base64')
    expect(decrypt(key, bytes, 'user-1').toString()).toBe('Asha Rao')
    expect(() => decrypt(key, bytes, 'user-2')).toThrow('authenticate')
    expect(() => decrypt(key, bytes)).toThrow('authenticate')
  })
})

test('a text encrypted today is decrypted with its bound data, and with no other', () => {
  const bytes = encrypt(key, Buffer.from('Asha Rao'), 'user-1')
  expect(decrypt(key, bytes, 'user-1').toString()).toBe('Asha Rao')
  expect(() => decrypt(key, bytes, 'user-12')).toThrow('authenticate')
  expect(() => decrypt(key, bytes)).toThrow('authenticate')
})
