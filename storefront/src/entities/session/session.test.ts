import { describe, expect, it } from 'vitest'
import { decodeSession, isExpired, openSession } from './session.ts'

const response = {
  id: 'u1',
  name: 'Asha Rao',
  accessToken: 'token',
  roles: ['USER', 'ADMIN'],
  loginUserName: 'asha',
  email: 'asha@clinic.in',
}

const token = (claims: unknown) => `head.${btoa(JSON.stringify(claims))}.signature`

describe('a session', () => {
  it('has the first role, and no password', () => {
    const session = openSession(response, null)
    expect(session.role).toBe('USER')
    expect(Object.keys(session)).not.toContain('password')
  })

  it("keeps the same user's last address, never another user's", () => {
    const before = { ...openSession(response, null), city: 'Pune' }
    expect(openSession(response, before).city).toBe('Pune')
    expect(openSession({ ...response, loginUserName: 'ravi' }, before).city).toBe('')
  })

  it('decodes to the session that was stored', () => {
    const session = { ...openSession(response, null), address: '12 MG Road' }
    expect(decodeSession(JSON.stringify(session))).toEqual(session)
  })

  it.each([null, '', '{', '[]', 'null', '{"id":"u1"}', '{"id":1,"loginUserName":"a","accessToken":"t"}'])(
    'is null when the stored value is %j',
    (text) => expect(decodeSession(text)).toBeNull(),
  )

  it('replaces an unknown role with USER', () => {
    const stored = JSON.stringify({ ...openSession(response, null), role: 'SUPERUSER' })
    expect(decodeSession(stored)?.role).toBe('USER')
  })
})

describe('an access token', () => {
  it('expires with its exp claim', () => {
    expect(isExpired(token({ exp: 1000 }), 999_999)).toBe(false)
    expect(isExpired(token({ exp: 1000 }), 1_000_000)).toBe(true)
  })

  it.each(['', 'a.b.c', 'no dots', token({}), token({ exp: 'soon' }), token(null)])(
    'counts as expired when it is %j',
    (bad) => expect(isExpired(bad, 0)).toBe(true),
  )
})
