import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Rejection } from '#core/errors.ts'
import { createThrottle } from '#core/http/throttle.ts'
import { loginThrottle } from '#modules/identity/login-throttle.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '1' })
})
afterAll(() => shop.close())

const password = 'a quiet morning in Pune'

/** A new account, made from an address of its own. */
async function newAccount(username: string): Promise<string> {
  const body = { username, password, name: 'Asha Rao', email: 'asha@cityclinic.in', mobileNumber: '9820012345' }
  const { status, body: account } = await shop.call('POST', '/api/auth/signup', { body })
  expect(status).toBe(201)
  return account.accessToken
}
const logIn = async (username: string, tried: string, from: string) => {
  const headers = { 'X-Forwarded-For': from }
  return (await shop.call('POST', '/api/auth/authenticate', { body: { username, password: tried }, headers })).status
}
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('guessing passwords', () => {
  test('is refused after ten tries, however many come at once; elsewhere the right password works', async () => {
    await newAccount('asha.burst')
    const answers = await times(30, () => logIn('asha.burst', 'not this one', '203.0.113.1'))
    expect(answers.filter((status) => status === 401)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(20)
    expect(await logIn('asha.burst', password, '203.0.113.1')).toBe(429)
    expect(await logIn('asha.burst', password, '203.0.113.2')).toBe(200)
  })

  test('is refused after ten tries also across processes', async () => {
    const { pool } = shop.shop.infrastructure.database
    let verified = 0
    const verify = async () => void verified++
    const answers = await times(30, () => {
      const one = loginThrottle((limit) => createThrottle({ ...limit, pool }))
      return one.attempt({ username: 'asha.processes', from: '203.0.113.3' }, verify).catch((error: unknown) => error)
    })
    expect(verified).toBe(10)
    expect(answers.filter((answer) => answer instanceof Rejection)).toHaveLength(20)
  })

  test('from everywhere leaves each address one wrong try, and the right password its way in', async () => {
    await newAccount('asha.attacked')
    for (let address = 1; address <= 5; address++)
      await times(10, () => logIn('asha.attacked', 'not this one', `198.51.100.${address}`))
    expect(await logIn('asha.attacked', 'not this one', '203.0.113.4')).toBe(401)
    expect(await logIn('asha.attacked', password, '203.0.113.4')).toBe(429)
    for (let login = 0; login < 3; login++) expect(await logIn('asha.attacked', password, '203.0.113.5')).toBe(200)
  })

  test('does not stand in the way of one who logs in many times at once', async () => {
    await newAccount('asha.tabs')
    const answers = await times(60, () => logIn('asha.tabs', password, '203.0.113.6'))
    expect(new Set(answers)).toEqual(new Set([200]))
  })
})

test('a present password that is too long to be one is told as wrong, and the caller stays logged in', async () => {
  const token = await newAccount('asha.long')
  const body = { currentPassword: 'x'.repeat(129), newPassword: 'another quiet morning' }
  const answer = await shop.call('PUT', '/api/auth/password', { token, body })
  expect(answer.status).toBe(400)
  expect(answer.body.errors[0].field).toBe('currentPassword')
  expect(await logIn('asha.long', 'x'.repeat(129), '203.0.113.7')).toBe(401)
})
