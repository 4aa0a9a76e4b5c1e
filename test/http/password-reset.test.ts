import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { header } from '../support/engines/smtp-server.ts'
import { eventually } from '../support/eventually.ts'
import { tablesThatHold } from '../support/postgres/tables-that-hold.ts'
import { mailsOf, tokensIn } from '../support/shop/outbox.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ BUDGET_SCALE: '1' })
})
afterAll(() => shop.close())

const password = 'a quiet morning in Pune'
const newPassword = 'a long walk along the Mula'

const ask = (username: string) => shop.call('POST', '/api/auth/forgot-password', { body: { username } })
const reset = (token: string, chosen = newPassword) =>
  shop.call('POST', '/api/auth/reset-password', { body: { token, password: chosen } })
const check = (token: string, by?: string) =>
  shop.call('POST', '/api/auth/reset-password/check', { body: { token }, token: by })
const logIn = async ({ loginUserName: username }: LoginResponse, typed: string) =>
  (await shop.call('POST', '/api/auth/authenticate', { body: { username, password: typed } })).status
const subject = 'Choose a new password'
const tokensOf = ({ id: accountId }: LoginResponse, count = 1) => tokensIn(shop, { accountId, subject, count })
const query = (text: string, values: unknown[] = []) => shop.shop.infrastructure.database.pool.query(text, values)

async function signUp(username: string, email?: string): Promise<LoginResponse> {
  const form = { username, password, name: 'Asha Rao', mobileNumber: '9820012345', ...(email && { email }) }
  return (await shop.call('POST', '/api/auth/signup', { body: form })).body
}

/** Refills every budget of callers; that of addresses stays. */
const forgetCaller = () => query(`delete from throttles where key like 'password-reset-%'`)

/** Resolves once no mail waits; to the number of cancelled ones about new passwords. */
async function settled(): Promise<number> {
  let cancelled = 0
  await eventually(async () => {
    const { body } = await shop.call('GET', '/api/ops/jobs?size=100', { token: shop.adminToken })
    expect(body.counts.waiting).toBe(0)
    const jobs: { kind: string; status: string }[] = body.content
    cancelled = jobs.filter(({ kind, status }) => kind === 'reset-password' && status === 'cancelled').length
  })
  return cancelled
}

describe('a forgotten password', () => {
  test('is replaced by the link in a mail, which works once and ends every session', async () => {
    const asha = await signUp('asha', 'asha@clinic.in')
    expect((await ask('ASHA')).status).toBe(202)
    const [token = ''] = await tokensOf(asha)
    expect((await shop.call('GET', '/api/users/me', { token: asha.accessToken })).status).toBe(200)
    expect((await reset(token)).status).toBe(204)
    expect((await shop.call('GET', '/api/users/me', { token: asha.accessToken })).status).toBe(401)
    expect([await logIn(asha, password), await logIn(asha, newPassword)]).toEqual([401, 200])
    const again = await reset(token)
    expect(again).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Forgot password?') } })
  })

  test('is not replaced by a link that is superseded, expired, or forged', async () => {
    const meera = await signUp('meera', 'meera@clinic.in')
    await ask('meera')
    const [first = ''] = await tokensOf(meera)
    await ask('meera@clinic.in')
    const second = (await tokensOf(meera, 2)).find((token) => token !== first) ?? ''
    expect(second).toMatch(/^[\w-]{43}$/)
    for (const wrong of [first, `${second}x`, 'x', meera.accessToken.slice(0, 200)])
      expect(await reset(wrong)).toMatchObject({ status: 400, body: { errors: [{ field: 'token' }] } })
    await query(
      `update password_reset_links set expires_at = expires_at - interval '30 minutes' where account_id = $1`,
      [meera.id],
    )
    expect((await reset(second)).status).toBe(400)
    expect(await logIn(meera, password)).toBe(200)
  })

  test('is not replaced by one that is easily guessed; the link stays valid', async () => {
    const ravi = await signUp('ravi', 'ravi@clinic.in')
    await ask('ravi')
    const [token = ''] = await tokensOf(ravi)
    for (const weak of ['password', 'short', 'x'.repeat(129)])
      expect(await reset(token, weak)).toMatchObject({ status: 400, body: { errors: [{ field: 'password' }] } })
    expect((await reset(token)).status).toBe(204)
  })

  test('has a link that can be checked without using it up, with one answer for all that are not valid', async () => {
    const usha = await signUp('usha', 'usha@clinic.in')
    await ask('usha')
    const [token = ''] = await tokensOf(usha)
    expect([await check(token), await check(token)]).toMatchObject([{ status: 204 }, { status: 204 }])
    expect((await reset(token)).status).toBe(204)
    await ask('usha')
    const expired = (await tokensOf(usha, 2)).find((one) => one !== token) ?? ''
    await query(`update password_reset_links set expires_at = now() where account_id = $1`, [usha.id])
    const bodies = []
    for (const invalid of [token, expired, 'x'.repeat(43)]) {
      const { status, body } = await check(invalid)
      expect(status).toBe(400)
      bodies.push({ ...body, instance: undefined })
    }
    expect(bodies[0]).toMatchObject({ errors: [{ field: 'token' }] })
    expect(bodies[0]?.detail).toContain('Forgot password?')
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
  })

  test('has a token that is stored nowhere: its hash opens nothing', async () => {
    await forgetCaller()
    const lila = await signUp('lila', 'lila@clinic.in')
    await ask('lila')
    const [token = ''] = await tokensOf(lila)
    const { rows } = await query('select token_hash from password_reset_links where account_id = $1', [lila.id])
    expect(rows).toEqual([{ token_hash: expect.not.stringContaining(token) }])
    expect(await tablesThatHold(shop, [token.replaceAll('_', String.raw`\_`)])).toEqual([])
    expect((await check(rows[0].token_hash)).status).toBe(400)
    expect((await check(token)).status).toBe(204)
  })

  test('can be requested from the address of the failed logins, which are then forgiven', async () => {
    const nila = await signUp('nila', 'nila@clinic.in')
    for (let tries = 0; tries < 11; tries += 1) await logIn(nila, 'not this one')
    expect(await logIn(nila, password)).toBe(429)
    await ask('nila')
    const [token = ''] = await tokensOf(nila)
    await reset(token)
    expect(await logIn(nila, newPassword)).toBe(200)
  })

  test('invalidates its links when the password is changed, and when the address is', async () => {
    const dev = await signUp('dev', 'dev@clinic.in')
    await ask('dev')
    const [first = ''] = await tokensOf(dev)
    const change = { currentPassword: password, newPassword }
    const { accessToken: token } = (
      await shop.call('PUT', '/api/auth/password', { token: dev.accessToken, body: change })
    ).body
    expect((await reset(first, 'some other password')).status).toBe(400)
    await ask('dev')
    const second = (await tokensOf(dev, 2)).find((one) => one !== first) ?? ''
    await shop.call('PATCH', '/api/users/me', { token, body: { email: 'dev.new@clinic.in' } })
    const [verification] = await tokensIn(shop, {
      accountId: dev.id,
      subject: 'Please confirm your new email address',
    })
    expect((await shop.call('POST', '/api/auth/verify-email', { body: { token: verification } })).status).toBe(204)
    expect((await reset(second, 'some other password')).status).toBe(400)
  })
})

describe('a request for a new password', () => {
  test('gets the same response for known and unknown accounts, and stores nothing about them', async () => {
    await signUp('known', 'known@clinic.in')
    const answers = []
    for (const name of ['known', 'known@clinic.in', 'unknown', 'unknown@clinic.in']) answers.push(await ask(name))
    const [first, ...others] = answers.map(({ status, text, headers }) => ({
      status,
      text,
      names: [...headers.keys()],
    }))
    for (const other of others) expect(other).toEqual(first)
    expect(await settled()).toBeGreaterThan(1)
    expect(await query('select from password_reset_requests')).toMatchObject({ rowCount: 0 })
    const { rows } = await query('select * from password_reset_links')
    expect(JSON.stringify(rows)).not.toMatch(/known@/)
  })

  test('sends an address one mail with a link for each of its accounts', async () => {
    await forgetCaller()
    const [ward, lab] = [await signUp('ward', 'office@clinic.in'), await signUp('lab', 'Office@Clinic.in')]
    await ask('OFFICE@clinic.in')
    await settled()
    const mails = [...(await mailsOf(shop, ward.id)), ...(await mailsOf(shop, lab.id))]
    const resets = mails.filter((mail) => header(mail, 'Subject') === subject)
    expect(resets).toHaveLength(1)
    const tokens = [
      ...resets
        .join('')
        .replaceAll(/=\r?\n/g, '')
        .matchAll(/^Choose a new password: \S+token=3D(\S+)/gm),
    ]
    expect(tokens).toHaveLength(2)
    for (const [, token = ''] of tokens) expect((await reset(token)).status).toBe(204)
    expect([await logIn(ward, newPassword), await logIn(lab, newPassword)]).toEqual([200, 200])
  })

  test('lists at most 20 accounts of an address, among them that of the username in the request, and says so', async () => {
    await forgetCaller()
    const counter = await signUp('counter', 'counter@clinic.in')
    await query(
      `insert into accounts select (jsonb_populate_record(account,
        jsonb_build_object('id', 'counter' || n, 'username', 'counter' || n, 'username_key', 'counter' || n))).*
        from accounts account, generate_series(1, 20) n where id = $1`,
      [counter.id],
    )
    await ask('counter7')
    await settled()
    const owners = [counter.id, ...Array.from({ length: 20 }, (_, index) => `counter${index + 1}`)]
    const mails = await Promise.all(owners.map((id) => mailsOf(shop, id)))
    const mail = mails.flat().find((one) => header(one, 'Subject') === subject) ?? ''
    const text = mail.replaceAll(/=\r?\n/g, '')
    const listed = [...text.matchAll(/^Username: (\S+)/gm)].map(([, username]) => username)
    expect([listed.length, listed.includes('counter7')]).toEqual([20, true])
    expect(text).toContain('An email lists at most 20 accounts.')
  })

  test('reaches the address even if a stranger uses it as a username', async () => {
    await forgetCaller()
    const owner = await signUp('owner', 'owner@clinic.in')
    const stranger = await signUp('owner@clinic.in', 'stranger@elsewhere.in')
    await ask('owner@clinic.in')
    expect(await Promise.all([tokensOf(owner), tokensOf(stranger)])).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ])
  })

  test('sends an address at most three mails an hour, and the last link stays valid', async () => {
    await forgetCaller()
    const eager = await signUp('eager', 'eager@clinic.in')
    for (let count = 0; count < 5; count += 1) {
      expect((await ask('eager')).status).toBe(202)
      // A newer request invalidates the link of one whose mail is still to be sent, which then is not sent at all.
      await settled()
    }
    const tokens = await tokensOf(eager, 3)
    const statuses = await Promise.all(tokens.map(async (token) => (await reset(token)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 400, 400])
  })
})

describe('one network address', () => {
  test('checks a valid link as often as a caller may send requests that change nothing', async () => {
    const jaya = await signUp('jaya', 'jaya@clinic.in')
    await forgetCaller()
    await ask('jaya')
    const [token = ''] = await tokensOf(jaya)
    const statuses = []
    for (let count = 0; count < 301; count += 1) statuses.push((await check(token, jaya.accessToken)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([204, 429])
  })

  test('is refused after too many links that are not valid, whether they are checked or used', async () => {
    const statuses = []
    for (let count = 0; count < 61; count += 1) {
      const wrong = String(count).padStart(43, 'x')
      statuses.push((await (count % 2 === 0 ? check(wrong) : reset(wrong))).status)
    }
    expect(statuses[20]).toBe(400)
    expect(statuses.at(-1)).toBe(429)
    expect((await check('y'.repeat(43))).body.detail).toContain('Too many links that are not valid')
  })

  test('that presented too many uses a valid link all the same, and learns nothing of used ones', async () => {
    const kavya = await signUp('kavya', 'kavya@clinic.in')
    await forgetCaller()
    await ask('kavya')
    const [token = ''] = await tokensOf(kavya)
    for (let count = 0; count < 61; count += 1) await check(String(count).padStart(43, 'z'))
    const refused = await check('z'.repeat(43))
    expect(refused.status).toBe(429)
    expect((await check(token)).status).toBe(204)
    expect((await reset(token, 'short')).body.errors).toMatchObject([{ field: 'password' }])
    expect((await reset(token)).status).toBe(204)
    expect(await logIn(kavya, newPassword)).toBe(200)
    const used = await Promise.all([check(token), reset(token)])
    const shown = ({ status, body }: typeof refused) => [status, body.title, body.errors]
    expect(used.map(shown)).toEqual([shown(refused), shown(refused)])
  })

  test('is refused after too many requests, whatever they are for', async () => {
    await forgetCaller()
    const statuses = []
    for (let count = 0; count < 21; count += 1) statuses.push((await ask(`nobody.${count}`)).status)
    expect(statuses.slice(-2)).toEqual([202, 429])
  })
})
