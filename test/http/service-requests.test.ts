import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const request = {
  id: 'icu-mon-0001',
  title: 'Patient Monitor',
  company: 'Aarogya',
  logoUrl: '/images/devices/patient-monitor.svg',
  description: 'The SpO2 reading drops out',
  createDate: '1970-01-01T00:00:00.000Z',
  address: 'City Clinic, Pune',
}
const raise = (token: string | undefined, body: unknown = request, headers?: Record<string, string>) =>
  shop.call('POST', '/api/orders/productRequest', { token, body, headers })
const step = (call: string, token: string, body: unknown = {}) =>
  shop.call('POST', `/api/orders/productRequest/${call}`, { token, body })
const own = (name: string, token: string) => shop.call('GET', `/api/orders/productRequest/${name}`, { token })

describe('raising a service request', () => {
  test('puts it on the requester’s and the admin’s list', async () => {
    const { accessToken, loginUserName } = await shop.signUp()
    const raised = await raise(accessToken)
    expect(raised.status).toBe(201)
    expect(raised.body).toEqual({ id: expect.any(String), status: 'received' })
    const { body } = await own(loginUserName, accessToken)
    expect(body.content).toEqual([
      {
        id: raised.body.id,
        productId: 'icu-mon-0001',
        title: 'Patient Monitor',
        company: 'Aarogya',
        logoUrl: '/images/devices/patient-monitor.svg',
        description: 'The SpO2 reading drops out',
        address: 'City Clinic, Pune',
        status: 'received',
        createDate: expect.not.stringMatching(/^1970/),
        loginUserName,
        revision: 0,
      },
    ])
    const all = await shop.call('GET', '/api/orders/productRequest', { token: shop.adminToken })
    expect(all.body.content[0].id).toBe(raised.body.id)
    expect((await shop.call('GET', '/api/orders/productRequest', { token: accessToken })).status).toBe(403)
  })

  test.each([
    ['Title cannot be empty', { title: ' ', company: '', description: '' }],
    ['Title cannot be empty', { title: '\u200b\u00a0' }],
    ['Company cannot be empty', { company: '', description: '' }],
    ['Enter Service Request Summary', { description: '\t' }],
  ])('refuses with "%s" first', async (message, changes) => {
    const { accessToken } = await shop.signUp()
    const { status, body } = await raise(accessToken, { ...request, ...changes })
    expect(status).toBe(400)
    expect(body.message).toBe(message)
  })

  test('needs a login, and happens once under one key', async () => {
    expect((await raise(undefined)).status).toBe(401)
    const { accessToken, loginUserName } = await shop.signUp()
    const headers = { 'Idempotency-Key': 'request-1' }
    const [first, second] = [await raise(accessToken, request, headers), await raise(accessToken, request, headers)]
    expect(second.text).toBe(first.text)
    expect((await own(loginUserName, accessToken)).body.totalElements).toBe(1)
  })
})

async function raised() {
  const requester = await shop.signUp()
  return { requester, id: String((await raise(requester.accessToken)).body.id) }
}

describe('the life of a service request', () => {
  test('is acknowledged and resolved by the admin, and told to the requester', async () => {
    const { requester, id } = await raised()
    expect((await step(`${id}/acknowledge`, shop.adminToken)).body.status).toBe('acknowledged')
    expect((await step(`${id}/resolve`, shop.adminToken, { note: 'Sensor replaced' })).body.status).toBe('resolved')
    const history = await shop.call('GET', `/api/orders/productRequest/${id}/history`, { token: requester.accessToken })
    const types = ['ServiceRequestRaised', 'ServiceRequestAcknowledged', 'ServiceRequestResolved']
    expect(history.body.map((entry: { type: string }) => entry.type)).toEqual(types)
    expect(history.body[1].by).toEqual({ name: 'The shop', role: 'ADMIN' })
  })

  test('is declined with a reason', async () => {
    const { id } = await raised()
    expect((await step(`${id}/decline`, shop.adminToken, { reason: 'Not ours' })).status).toBe(409)
    await step(`${id}/acknowledge`, shop.adminToken)
    expect((await step(`${id}/decline`, shop.adminToken, {})).status).toBe(400)
    expect((await step(`${id}/decline`, shop.adminToken, { reason: 'Not ours' })).body.status).toBe('declined')
  })

  test('may be withdrawn by whoever raised it, and by nobody else', async () => {
    const { requester, id } = await raised()
    const other = await shop.signUp()
    expect((await step(`${id}/withdraw`, other.accessToken)).status).toBe(403)
    expect((await step(`${id}/withdraw`, shop.adminToken)).status).toBe(403)
    expect((await step(`${id}/withdraw`, requester.accessToken)).body.status).toBe('withdrawn')
    expect((await step(`${id}/acknowledge`, shop.adminToken)).status).toBe(409)
  })

  test('is nobody else’s business', async () => {
    const { requester, id } = await raised()
    const other = await shop.signUp()
    const history = (token: string) => shop.call('GET', `/api/orders/productRequest/${id}/history`, { token })
    expect((await history(other.accessToken)).status).toBe(403)
    expect((await own(requester.loginUserName, other.accessToken)).status).toBe(403)
    expect((await step(`${id}/acknowledge`, requester.accessToken)).status).toBe(403)
    expect((await step('no-such/acknowledge', shop.adminToken)).status).toBe(404)
  })
})
