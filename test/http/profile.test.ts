import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { header } from '../support/engines/smtp-server.ts'
import { eventually } from '../support/eventually.ts'
import { mailsOf, tokensIn } from '../support/shop/outbox.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ BUDGET_SCALE: '1' })
})
afterAll(() => shop.close())

const change = (token: string, body: unknown) => shop.call('PATCH', '/api/users/me', { token, body })
const me = async (token: string) => (await shop.call('GET', '/api/users/me', { token })).body
const verify = (token: string) => shop.call('POST', '/api/auth/verify-email', { body: { token } })
const changeTokens = ({ id }: LoginResponse, count = 1) =>
  tokensIn(shop, { accountId: id, subject: 'Please confirm your new email address', count })

describe('one’s own account', () => {
  test('gets another name and mobile number; omitted fields stay', async () => {
    const { accessToken, email, loginUserName } = await shop.signUp()
    const renamed = await change(accessToken, { name: ' Asha Kulkarni ' })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Asha Kulkarni', mobileNumber: '9820012345', email } })
    await change(accessToken, { mobileNumber: '9820099999', username: 'somebody.else', roles: ['ADMIN'] })
    expect(await change(accessToken, {})).toMatchObject({ status: 200 })
    expect(await me(accessToken)).toMatchObject({
      name: 'Asha Kulkarni',
      mobileNumber: '9820099999',
      username: loginUserName,
      roles: ['USER'],
    })
  })

  test.each([
    ['name', '\u200b'],
    ['name', 'Asha\u202e'],
    ['mobileNumber', ' '],
    ['email', ''],
    ['email', 'asha'],
    ['email', 'asha@clinic.in\r\nBcc: all@clinic.in'],
  ])('rejects the %s %j, and then changes nothing', async (field, value) => {
    const { accessToken } = await shop.signUp()
    const before = await me(accessToken)
    const { status, body } = await change(accessToken, { name: 'Meera', [field]: value })
    expect(status).toBe(400)
    expect(body.errors).toContainEqual({ field, defaultMessage: expect.stringMatching(/\w{3}/) })
    expect(await me(accessToken)).toEqual(before)
  })
})

describe('a new email address', () => {
  test('takes effect once the link in the mail to it is opened, and the old address is informed', async () => {
    const asha = await shop.signUp()
    const { body } = await change(asha.accessToken, { email: ' asha.new@clinic.in ' })
    expect(body).toMatchObject({ email: asha.email, pendingEmail: 'asha.new@clinic.in' })
    const [token = ''] = await changeTokens(asha)
    const notice = 'The email address of your account is about to change'
    await eventually(async () => expect(await receiversOf(asha)).toMatchObject({ [notice]: asha.email }))
    expect(await receiversOf(asha)).toMatchObject({ 'Please confirm your new email address': 'asha.new@clinic.in' })
    expect((await verify(token)).status).toBe(204)
    expect((await verify(token)).status).toBe(204)
    const changed = await me(asha.accessToken)
    expect(changed).toMatchObject({ email: 'asha.new@clinic.in', emailVerified: true })
    expect(changed).not.toHaveProperty('pendingEmail')
  })

  test('is withdrawn by entering the current address, or replaced by a third one, which invalidates its link', async () => {
    const asha = await shop.signUp()
    await change(asha.accessToken, { email: 'asha.second@clinic.in' })
    const [second = ''] = await changeTokens(asha)
    expect((await change(asha.accessToken, { email: asha.email.toUpperCase() })).body).not.toHaveProperty(
      'pendingEmail',
    )
    expect((await verify(second)).status).toBe(400)
    await change(asha.accessToken, { email: 'asha.third@clinic.in' })
    expect((await verify(second)).status).toBe(400)
    const third = (await changeTokens(asha, 2)).find((token) => token !== second)
    expect((await verify(third ?? '')).status).toBe(204)
    expect(await me(asha.accessToken)).toMatchObject({ email: 'asha.third@clinic.in' })
  })

  test('is withdrawn by the current value of an account that has no address', async () => {
    const form = { username: 'ward4.nurse', password: 'a quiet morning in Pune', name: 'Ward 4', mobileNumber: '98200' }
    const { accessToken, email } = (await shop.call('POST', '/api/auth/signup', { body: form })).body
    expect(email).toBe('ward4.nurse')
    await change(accessToken, { email: 'ward4@clinic.in' })
    expect(await me(accessToken)).toMatchObject({ pendingEmail: 'ward4@clinic.in' })
    const kept = await change(accessToken, { email: ' Ward4.nurse' })
    expect(kept).toMatchObject({ status: 200, body: { email: 'ward4.nurse' } })
    expect(kept.body).not.toHaveProperty('pendingEmail')
    expect((await change(accessToken, { email: 'ward5.nurse' })).status).toBe(400)
  })

  test('can be sent its mail again, but only a few an hour', async () => {
    const asha = await shop.signUp()
    await change(asha.accessToken, { email: 'often@clinic.in' })
    const again = await shop.call('POST', '/api/users/me/verification-mail', { token: asha.accessToken })
    expect(again).toMatchObject({ status: 202, body: { email: 'often@clinic.in' } })
    await changeTokens(asha, 2)
    const other = await shop.signUp()
    expect((await change(other.accessToken, { email: 'OFTEN@clinic.in' })).status).toBe(429)
    expect(await me(other.accessToken)).not.toHaveProperty('pendingEmail')
  })

  test('is in the person’s data, and deleted with the account', async () => {
    const asha = await shop.signUp()
    await change(asha.accessToken, { email: 'asha.data@clinic.in' })
    const { body } = await shop.call('GET', '/api/users/me/data', { token: asha.accessToken })
    expect(body.account.emailChanges).toMatchObject([
      { from: asha.email, to: 'asha.data@clinic.in', confirmedAt: null },
    ])
    await shop.call('DELETE', '/api/users/me', { token: asha.accessToken })
    const { rowCount } = await shop.shop.infrastructure.database.pool.query(
      'select from account_email_changes where account_id = $1',
      [asha.id],
    )
    expect(rowCount).toBe(0)
  })
})

/** The address that each mail of an account went to, by subject. */
async function receiversOf({ id }: LoginResponse): Promise<Record<string, string>> {
  const mails = await mailsOf(shop, id)
  return Object.fromEntries(
    mails.map((mail) => [header(mail, 'Subject'), /<([^>]+)>/.exec(header(mail, 'To') ?? '')?.[1] ?? '']),
  )
}
