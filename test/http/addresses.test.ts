import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const path = '/api/users/me/addresses'
const clinic = {
  name: 'Asha Rao',
  mobile: '9820012345',
  address: 'City Clinic, 12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  zipCode: '411001',
}

/** A person with these addresses, saved one after the other. */
async function personWith(...names: string[]) {
  const { accessToken: token, id } = await shop.signUp()
  const ids = []
  for (const name of names) ids.push((await shop.call('POST', path, { token, body: { ...clinic, name } })).body.id)
  const list = async (): Promise<[string, boolean][]> =>
    (await shop.call('GET', path, { token })).body.map(({ name, isDefault }: { name: string; isDefault: boolean }) => [
      name,
      isDefault,
    ])
  return { token, id, ids, list }
}

describe('saved addresses', () => {
  test('have the fields of an order’s shipping, and accept the mobile number in the email field', async () => {
    const { token } = await personWith()
    const { mobile, ...others } = clinic
    const saved = await shop.call('POST', path, { token, body: { ...others, email: ` ${mobile} ` } })
    const address = { ...clinic, email: mobile, id: expect.any(String), isDefault: true }
    expect(saved).toMatchObject({ status: 201, body: address })
    expect((await shop.call('GET', path, { token })).body).toEqual([address])
  })

  test('have one default: the first, until another is chosen', async () => {
    const { token, ids, list } = await personWith('home', 'clinic')
    expect(await list()).toEqual([
      ['home', true],
      ['clinic', false],
    ])
    const changed = { ...clinic, name: 'new clinic', isDefault: true }
    expect(await shop.call('PUT', `${path}/${ids[1]}`, { token, body: changed })).toMatchObject({ status: 200 })
    await shop.call('PUT', `${path}/${ids[1]}`, { token, body: { ...changed, isDefault: false } })
    expect(await list()).toEqual([
      ['new clinic', true],
      ['home', false],
    ])
    await shop.call('POST', path, { token, body: { ...clinic, name: 'lab', isDefault: true } })
    expect(await list()).toEqual([
      ['lab', true],
      ['new clinic', false],
      ['home', false],
    ])
  })

  test('have a new default once it is deleted: the newest', async () => {
    const { token, ids, list } = await personWith('home', 'clinic', 'lab')
    expect((await shop.call('DELETE', `${path}/${ids[0]}`, { token })).status).toBe(204)
    expect(await list()).toEqual([
      ['lab', true],
      ['clinic', false],
    ])
    expect((await shop.call('DELETE', `${path}/${ids[0]}`, { token })).status).toBe(404)
  })

  test('are saved once under one idempotency key, of which the record holds nothing personal', async () => {
    const { token, list } = await personWith()
    const save = (key: string, changes: Partial<typeof clinic> = {}) =>
      shop.call('POST', path, { token, body: { ...clinic, ...changes }, headers: { 'Idempotency-Key': key } })
    const long = 'City Clinic, 12 MG Road, '.repeat(18).trim()
    const first = await save('clinic')
    expect(first).toMatchObject({ status: 201, body: { ...clinic, isDefault: true } })
    const others = await Promise.all([save('clinic'), save('clinic')])
    expect(others.map(({ status, text }) => [status, text])).toEqual([
      [201, first.text],
      [201, first.text],
    ])
    expect((await save('clinic', { city: 'Nashik' })).status).toBe(422)
    expect((await save('lab', { address: long })).body).toMatchObject({ address: long, isDefault: false })
    expect(await list()).toHaveLength(2)
    // The answers are stored after they are sent.
    await eventually(async () => {
      const { rows } = await shop.shop.infrastructure.database.pool.query(
        'select octet_length(answer) as size from idempotency_keys where answer is not null',
      )
      expect(rows).toHaveLength(2)
      expect(rows.filter(({ size }) => size >= long.length)).toEqual([])
    })
  })

  test('are limited to twenty, even if twenty more arrive at once', async () => {
    const { token, list } = await personWith('first')
    const save = () => shop.call('POST', path, { token, body: clinic })
    const answers = await Promise.all(Array.from({ length: 21 }, save))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toMatchObject([{ status: 409 }, { status: 409 }])
    expect(refused[0]?.body.detail).toContain('delete one of them first')
    const all = await list()
    expect([all.length, all.filter(([, isDefault]) => isDefault).length]).toEqual([20, 1])
  })

  test('are limited in what an account saves in a day, also if it removes them again', async () => {
    const limited = await openTestShop({ BUDGET_SCALE: '0.02' })
    const { accessToken: token } = await limited.signUp()
    const statuses = []
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await limited.call('POST', path, { token, body: clinic })
      statuses.push(status)
      await limited.call('DELETE', `${path}/${body.id}`, { token })
    }
    expect(statuses).toEqual([201, 201, 429])
    await limited.close()
  })

  test('are private to their owner', async () => {
    const { ids, list } = await personWith('home')
    const { token } = await personWith()
    expect((await shop.call('PUT', `${path}/${ids[0]}`, { token, body: clinic })).status).toBe(404)
    expect((await shop.call('DELETE', `${path}/${ids[0]}`, { token: shop.adminToken })).status).toBe(404)
    expect(await list()).toEqual([['home', true]])
  })

  test.each([
    ['name', ' ', 'Name is required'],
    ['mobile', '', 'Mobile number is required'],
    ['address', undefined, 'Address is required'],
    ['city', '\u200b', 'City is required'],
    ['state', 5, 'State is required'],
    ['zipCode', '', 'ZIP Code is required'],
    ['zipCode', '4110', 'Please enter a valid 6-digit PIN code'],
    ['zipCode', '४११००१', 'Please enter a valid 6-digit PIN code'],
  ])('with the %s %j are rejected in the words of the checkout', async (field, value, message) => {
    const { token } = await personWith()
    const { status, body } = await shop.call('POST', path, { token, body: { ...clinic, [field]: value } })
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ field, defaultMessage: message }] })
  })

  test('are in the person’s data, and deleted with the account', async () => {
    const { token, id } = await personWith('home')
    const { body } = await shop.call('GET', '/api/users/me/data', { token })
    expect(body.account.addresses).toMatchObject([{ name: 'home', zipCode: '411001', isDefault: true }])
    await shop.call('DELETE', '/api/users/me', { token })
    const { pool } = shop.shop.infrastructure.database
    expect(await pool.query('select from account_addresses where account_id = $1', [id])).toMatchObject({ rowCount: 0 })
  })
})
