import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { header } from '../support/engines/smtp-server.ts'
import { mailsOf, verificationTokensOf } from '../support/shop/outbox.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ BUDGET_SCALE: '1' })
})
afterAll(() => shop.close())

const password = 'a quiet morning in Pune'

async function signUp(username: string, email?: string) {
  const form = { username, password, name: 'Asha Rao', mobileNumber: '9820012345', ...(email && { email }) }
  const { status, body } = await shop.call('POST', '/api/auth/signup', { body: form })
  expect(status).toBe(201)
  return body
}

const tokensOf = (accountId: string, count = 1) => verificationTokensOf(shop, accountId, count)
const verify = (token: string) => shop.call('POST', '/api/auth/verify-email', { body: { token } })
const sendAgain = (token: string) => shop.call('POST', '/api/users/me/verification-mail', { token })
const isVerified = async (token: string) => (await shop.call('GET', '/api/users/me', { token })).body.emailVerified

/** How many mails have been requested for each account, whether sent yet or not. */
async function mailsRequestedFor(accountIds: readonly string[]): Promise<number[]> {
  const { rows } = await shop.shop.infrastructure.database.pool.query<{ stream: string }>(
    'select stream from notifications',
  )
  return accountIds.map((id) => rows.filter(({ stream }) => stream.endsWith(id)).length)
}

describe('the email address of a new account', () => {
  test('is confirmed by the link in its mail, however often that is opened', async () => {
    const asha = await signUp('asha', 'asha@clinic.in')
    expect(await isVerified(asha.accessToken)).toBe(false)
    const [token = ''] = await tokensOf(asha.id)
    expect(header((await mailsOf(shop, asha.id))[0] ?? '', 'Subject')).toBe('Please confirm your email address')
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain('asha@clinic.in')
    expect((await verify(token)).status).toBe(204)
    expect((await verify(token)).status).toBe(204)
    expect(await isVerified(asha.accessToken)).toBe(true)
    expect(await sendAgain(asha.accessToken)).toMatchObject({
      status: 409,
      body: { detail: 'Your email address is already confirmed' },
    })
  })

  test('is not confirmed by a token that was changed, forged, or belongs to another account', async () => {
    const meera = await signUp('meera', 'meera@clinic.in')
    const ravi = await signUp('ravi', 'ravi@clinic.in')
    const [token = ''] = await tokensOf(meera.id)
    const [head, , signature] = token.split('.')
    const ofRavi = Buffer.from(JSON.stringify({ sub: ravi.id, aud: 'verify-email', exp: 9_999_999_999 }))
    const wrong = [`${head}.${ofRavi.toString('base64url')}.${signature}`, meera.accessToken, 'x', `${head}..`]
    for (const one of wrong) {
      const { status, body } = await verify(one)
      expect({ one, status }).toEqual({ one, status: 400 })
      expect(body.detail).toContain('Log in, open your profile')
    }
    expect(await isVerified(ravi.accessToken)).toBe(false)
  })

  test('gets one mail a day, however many accounts have it, until another is requested', async () => {
    const first = await signUp('first', 'ward@clinic.in')
    const [second, third] = [await signUp('second', 'ward@clinic.in'), await signUp('third', 'WARD@clinic.in')]
    expect(await mailsRequestedFor([first.id, second.id, third.id])).toEqual([1, 0, 0])
    await tokensOf(first.id)
    expect((await sendAgain(second.accessToken)).status).toBe(202)
    const [token = ''] = await tokensOf(second.id)
    expect((await verify(token)).status).toBe(204)
    expect(await mailsOf(shop, third.id)).toEqual([])
  })

  test('gets only a few more mails an hour', async () => {
    const { id, accessToken } = await signUp('eager', 'eager@clinic.in')
    const answers = []
    for (let index = 0; index < 4; index += 1) answers.push(await sendAgain(accessToken))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429, 429])
    expect(Number(answers[3]?.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    await tokensOf(id, 3)
  })

  test('gets no mail if the account is not created', async () => {
    await signUp('taken', 'taken@clinic.in')
    const form = { username: 'taken', password, name: 'Asha', mobileNumber: '9820012345', email: 'stranger@clinic.in' }
    expect((await shop.call('POST', '/api/auth/signup', { body: form })).status).toBe(409)
    const stranger = await signUp('stranger', 'stranger@clinic.in')
    await tokensOf(stranger.id)
  })

  test('is missing if the login name is no address', async () => {
    const { id, accessToken } = await signUp('no.address')
    expect(await sendAgain(accessToken)).toMatchObject({ status: 409 })
    expect(await mailsOf(shop, id)).toEqual([])
  })
})
