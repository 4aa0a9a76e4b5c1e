import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privacyNotice } from '#modules/identity/privacy-notices.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

let serial = 0
const form = (changes: Record<string, unknown> = {}) => ({
  username: `someone.${++serial}`,
  password: 'a quiet morning in Pune',
  name: 'Asha Rao',
  email: 'asha@cityclinic.in',
  mobileNumber: '9820012345',
  ...changes,
})
const signUp = (body: unknown) => shop.call('POST', '/api/auth/signup', { body })
const logIn = (username: unknown, password: unknown) =>
  shop.call('POST', '/api/auth/authenticate', { body: { username, password } })
const me = (token: string) => shop.call('GET', '/api/users/me', { token })

describe('signing up', () => {
  test('creates a USER who is logged in', async () => {
    const body = form()
    const answer = await signUp(body)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: 'Asha Rao',
      accessToken: expect.any(String),
      roles: ['USER'],
      loginUserName: body.username,
      email: 'asha@cityclinic.in',
    })
    expect((await me(answer.body.accessToken)).body).toEqual({
      id: answer.body.id,
      username: body.username,
      name: 'Asha Rao',
      email: 'asha@cityclinic.in',
      emailVerified: false,
      mobileNumber: '9820012345',
      roles: ['USER'],
      createDate: expect.stringMatching(/Z$/),
    })
  })

  test('records the consent: when, and to which privacy notice', async () => {
    const { body } = await signUp(form())
    const { createDate } = (await me(body.accessToken)).body
    const { rows } = await shop.shop.infrastructure.database.pool.query(
      'select consent_notice, consented_at from accounts where id = $1',
      [body.id],
    )
    expect(rows).toEqual([{ consent_notice: privacyNotice, consented_at: createDate }])
  })

  test('uses the username as the email address if none is given', async () => {
    const username = `asha${++serial}@cityclinic.in`
    expect((await signUp(form({ username, email: undefined }))).body.email).toBe(username)
    expect((await signUp(form({ email: ' ' }))).status).toBe(201)
  })

  test.each(['username', 'name', 'mobileNumber'])(
    'treats a %s without visible characters as missing',
    async (field) => {
      const { status, body } = await signUp(form({ [field]: '\u200b\u00a0' }))
      expect(status).toBe(400)
      expect(body.errors[0]).toEqual({ field, defaultMessage: 'Please fill out all fields!' })
    },
  )

  test.each(['username', 'password', 'name', 'mobileNumber'])('requires the %s', async (field) => {
    for (const value of [undefined, null, '', 5]) {
      const { status, body } = await signUp(form({ [field]: value }))
      expect(status).toBe(400)
      expect(body.errors[0]).toEqual({ field, defaultMessage: 'Please fill out all fields!' })
    }
  })

  test('grants no role but USER, whatever the body contains', async () => {
    const raw = JSON.stringify(form()).replace(
      '{',
      '{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"role":"ADMIN"}},',
    )
    const more = { role: 'ADMIN', roles: ['ADMIN'], id: 'admin', isAdmin: true }
    for (const body of [raw, form(more)]) expect((await signUp(body)).body.roles).toEqual(['USER'])
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
  })

  test('rejects a name that is taken, in any case', async () => {
    const body = form()
    await signUp(body)
    const answer = await signUp({ ...body, username: body.username.toUpperCase() })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('You have alrady this account')
  })

  test.each(['password', '12345678', 'qwertyuiop', 'short', 'x'.repeat(129)])(
    'rejects the password %j',
    async (password) => {
      const { status, body } = await signUp(form({ password }))
      expect(status).toBe(400)
      expect(body.errors[0].field).toBe('password')
    },
  )

  test.each(['🔑🗝🔒🔓🔐🚪🧿🩺', ' leading and trailing ', 'süßöl'.repeat(12), 'monsoon '.repeat(15) + '🩺'])(
    'accepts the password %j verbatim',
    async (password) => {
      const body = form({ password })
      expect((await signUp(body)).status).toBe(201)
      expect((await logIn(body.username, password)).status).toBe(200)
      expect((await logIn(body.username, password.trim() === password ? `${password} ` : password.trim())).status).toBe(
        401,
      )
    },
  )
})

describe('logging in', () => {
  const wrong = 'The username or password provided are incorrect!'

  test('responds alike to an unknown name and a wrong password', async () => {
    const body = form()
    await signUp(body)
    const [known, unknown] = [
      await logIn(body.username, 'not this one'),
      await logIn(`${body.username}x`, 'not this one'),
    ]
    expect([known.status, unknown.status]).toEqual([401, 401])
    expect(known.body.message).toBe(wrong)
    expect({ ...unknown.body, instance: '' }).toEqual({ ...known.body, instance: '' })
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
  })

  test.each([
    [undefined, 'x'],
    ['someone', undefined],
    ['', ''],
    [[], {}],
  ])('rejects %j and %j with the same message', async (username, password) => {
    const answer = await logIn(username, password)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(wrong)
  })

  test('stores passwords as argon2id with strong settings', async () => {
    const { rows } = await shop.shop.infrastructure.database.pool.query('select password_hash from accounts')
    for (const { password_hash: hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('has no default credentials', async () => {
    for (const password of ['admin', 'password', 'admin123', 'changeme', ''])
      expect([400, 401]).toContain((await logIn('admin', password)).status)
  })

  test('is slowed down after many failures, even with the right password from the same address', async () => {
    const body = form()
    await signUp(body)
    for (let i = 0; i < 10; i++) await logIn(body.username, 'not this one')
    const answer = await logIn(body.username, body.password)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

describe('a token', () => {
  test('ends with logout, a new password and other roles, and a new one is valid at once', async () => {
    const body = form()
    const { accessToken, id } = (await signUp(body)).body
    expect((await shop.call('POST', '/api/auth/logout', { token: accessToken })).status).toBe(204)
    expect((await me(accessToken)).status).toBe(401)
    const again = (await logIn(body.username, body.password)).body.accessToken
    const newPassword = 'another quiet morning'
    const change = { currentPassword: body.password, newPassword }
    const changed = await shop.call('PUT', '/api/auth/password', { token: again, body: change })
    expect(changed.status).toBe(200)
    expect((await me(again)).status).toBe(401)
    expect((await me(changed.body.accessToken)).status).toBe(200)
    const grant = (roles: string[]) =>
      shop.call('PUT', `/api/users/${id}/roles`, { token: shop.adminToken, body: { roles } })
    await grant(['USER'])
    expect((await me(changed.body.accessToken)).status).toBe(200)
    await grant(['STAFF'])
    expect((await me(changed.body.accessToken)).status).toBe(401)
    expect((await logIn(body.username, newPassword)).body.roles).toEqual(['STAFF'])
  })

  test('that is malformed is refused if one is required, and ignored otherwise', async () => {
    for (const token of ['x', 'a.b.c', `${shop.adminToken}x`, 'null', 'x'.repeat(9000)]) {
      expect((await me(token)).status).toBe(401)
      expect((await shop.call('GET', '/api/products', { token })).status).toBe(200)
    }
  })
})

describe('users', () => {
  test('can be read by the admin, and each by their own account', async () => {
    const [asha, ravi] = [(await signUp(form())).body, (await signUp(form())).body]
    const see = (who: string, token?: string) => shop.call('GET', `/api/users/${who}`, { token })
    expect((await see(asha.id, asha.accessToken)).body.id).toBe(asha.id)
    expect((await see(asha.loginUserName, asha.accessToken)).body.id).toBe(asha.id)
    expect((await see(asha.loginUserName, shop.adminToken)).body.id).toBe(asha.id)
    expect((await see('nobody', shop.adminToken)).status).toBe(404)
    expect((await see(asha.id)).status).toBe(401)
    const [other, nobody] = [await see(asha.id, ravi.accessToken), await see('nobody', ravi.accessToken)]
    expect([other.status, nobody.status]).toEqual([403, 403])
    expect((await shop.call('GET', '/api/users', { token: ravi.accessToken })).status).toBe(403)
    const list = await shop.call('GET', '/api/users?size=2', { token: shop.adminToken })
    expect(list.body.content).toHaveLength(2)
    expect(JSON.stringify(list.body)).not.toMatch(/argon2|hash|not_?before/i)
    expect((await shop.call('GET', '/public/numberOfUsers')).body).toBe(list.body.totalElements)
  })

  test('keep roles that were changed since an admin has read them', async () => {
    const { id, accessToken } = (await signUp(form())).body
    const see = async () => (await shop.call('GET', `/api/users/${id}`, { token: shop.adminToken })).body
    const grant = (roles: string[], revision: number) => {
      const headers = { 'If-Match': `"${revision}"` }
      return shop.call('PUT', `/api/users/${id}/roles`, { token: shop.adminToken, body: { roles }, headers })
    }
    const { revision } = await see()
    const list = await shop.call('GET', `/api/users?text=${id}`, { token: shop.adminToken })
    expect(list.body.content).toMatchObject([{ id, revision }])
    expect((await me(accessToken)).body.revision).toBeUndefined()

    const concurrent = await Promise.all([grant(['STAFF'], revision), grant(['ADMIN'], revision)])
    expect(new Set(concurrent.map(({ status }) => status))).toEqual(new Set([200, 412]))
    const granted = concurrent.find(({ status }) => status === 200)?.body
    expect(await see()).toMatchObject({ roles: granted.roles, revision: granted.revision })
    // Sent again, as after a lost answer.
    expect((await grant(granted.roles, revision)).body).toEqual(granted)
    expect((await grant(['USER'], revision)).status).toBe(412)
    expect((await grant(['USER'], granted.revision)).body.roles).toEqual(['USER'])
  })

  test('keep a last ADMIN, even if two are removed concurrently', async () => {
    const other = (await signUp(form())).body
    const roles = (id: string, token: string, granted: string[]) =>
      shop.call('PUT', `/api/users/${id}/roles`, { token, body: { roles: granted } })
    const first = (await me(shop.adminToken)).body
    expect((await roles(first.id, shop.adminToken, ['USER'])).status).toBe(409)
    expect((await shop.call('DELETE', `/api/users/${first.id}`, { token: shop.adminToken })).status).toBe(409)
    await roles(other.id, shop.adminToken, ['ADMIN'])
    const race = await Promise.all([first.id, other.id].map((id) => roles(id, shop.adminToken, ['USER'])))
    expect(race.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    await shop.shop.infrastructure.database.pool.query(`update accounts set roles = '["ADMIN"]' where id = $1`, [
      first.id,
    ])
    shop.adminToken = (await logIn('admin', 'a shop that is only tested')).body.accessToken
    expect((await roles(first.id, shop.adminToken, ['KING'])).status).toBe(400)
  })
})
