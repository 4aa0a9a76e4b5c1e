import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { header } from '../support/engines/smtp-server.ts'
import { eventually } from '../support/eventually.ts'
import { mailsOf } from '../support/shop/outbox.ts'
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
  test('adds it to the requester’s and the admin’s list', async () => {
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
        lastReplyFrom: null,
        shopRepliedAt: null,
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
  ])('rejects with "%s" first', async (message, changes) => {
    const { accessToken } = await shop.signUp()
    const { status, body } = await raise(accessToken, { ...request, ...changes })
    expect(status).toBe(400)
    expect(body.message).toBe(message)
  })

  test('requires a login, and happens once under one key', async () => {
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
  test('is acknowledged and resolved by the admin, and the requester is informed', async () => {
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

  test('may be withdrawn only by its requester', async () => {
    const { requester, id } = await raised()
    const other = await shop.signUp()
    expect((await step(`${id}/withdraw`, other.accessToken)).status).toBe(403)
    expect((await step(`${id}/withdraw`, shop.adminToken)).status).toBe(403)
    expect((await step(`${id}/withdraw`, requester.accessToken)).body.status).toBe('withdrawn')
    expect((await step(`${id}/acknowledge`, shop.adminToken)).status).toBe(409)
  })

  test('is private to its requester', async () => {
    const { requester, id } = await raised()
    const other = await shop.signUp()
    const history = (token: string) => shop.call('GET', `/api/orders/productRequest/${id}/history`, { token })
    expect((await history(other.accessToken)).status).toBe(403)
    expect((await own(requester.loginUserName, other.accessToken)).status).toBe(403)
    expect((await step(`${id}/acknowledge`, requester.accessToken)).status).toBe(403)
    expect((await step('no-such/acknowledge', shop.adminToken)).status).toBe(404)
  })
})

const historyOf = async (id: string, token: string) =>
  (await shop.call('GET', `/api/orders/productRequest/${id}/history`, { token })).body

const reply = (id: string, token: string, text: unknown) => step(`${id}/replies`, token, { text })

describe('exchanging messages about a service request', () => {
  test('is in the history of both, with the reason for a decline, and without the admin’s name for the requester', async () => {
    const { requester, id } = await raised()
    const asked = await reply(id, requester.accessToken, ' When do you come? ')
    expect(asked).toMatchObject({ status: 201, body: { id, status: 'received', revision: 1 } })
    expect(asked.headers.get('X-Event-Position')).toMatch(/^\d+$/)
    await reply(id, shop.adminToken, 'We do not come to Leh.')
    await step(`${id}/acknowledge`, shop.adminToken)
    await step(`${id}/decline`, shop.adminToken, { reason: 'We have no engineer there' })
    await reply(id, requester.accessToken, 'Who else does?')
    const seen = await historyOf(id, requester.accessToken)
    expect(seen.map(({ type, data }: { type: string; data: object }) => ({ type, ...data }))).toMatchObject([
      { type: 'ServiceRequestRaised' },
      { type: 'ServiceRequestReplied', text: 'When do you come?', from: 'requester' },
      { type: 'ServiceRequestReplied', text: 'We do not come to Leh.', from: 'shop' },
      { type: 'ServiceRequestAcknowledged' },
      { type: 'ServiceRequestDeclined', reason: 'We have no engineer there' },
      { type: 'ServiceRequestReplied', text: 'Who else does?', from: 'requester' },
    ])
    expect(seen[2].by).toEqual({ name: 'The shop', role: 'ADMIN' })
    expect(await historyOf(id, shop.adminToken)).toHaveLength(6)
    const { body } = await own(requester.loginUserName, requester.accessToken)
    expect(body.content[0]).toMatchObject({ id, status: 'declined', revision: 5 })
  })

  test('shows in lists when the shop last replied, and who wrote the last reply', async () => {
    const { requester, id } = await raised()
    const listed = async () => {
      const path = '/api/orders/productRequest?size=100'
      const all = (await shop.call('GET', path, { token: shop.adminToken })).body.content
      const mine = (await own(requester.loginUserName, requester.accessToken)).body.content[0]
      expect(all.find((one: { id: string }) => one.id === id)).toEqual(mine)
      return mine
    }
    expect(await listed()).toMatchObject({ lastReplyFrom: null, shopRepliedAt: null })
    await reply(id, requester.accessToken, 'When do you come?')
    expect(await listed()).toMatchObject({ lastReplyFrom: 'requester', shopRepliedAt: null })
    await reply(id, shop.adminToken, 'On Monday at nine.')
    const history = await historyOf(id, requester.accessToken)
    expect(await listed()).toMatchObject({ lastReplyFrom: 'shop', shopRepliedAt: history.at(-1).at })
    await reply(id, requester.accessToken, 'Thank you.')
    expect(await listed()).toMatchObject({ lastReplyFrom: 'requester', shopRepliedAt: history.at(-1).at })
  })

  test('happens once under one key, requires a text, and is restricted to those two', async () => {
    const { requester, id } = await raised()
    const path = `/api/orders/productRequest/${id}/replies`
    const sent = { token: requester.accessToken, body: { text: 'Hello?' }, headers: { 'Idempotency-Key': 'reply-1' } }
    const [first, second] = [await shop.call('POST', path, sent), await shop.call('POST', path, sent)]
    expect(second.text).toBe(first.text)
    expect(await historyOf(id, requester.accessToken)).toHaveLength(2)
    expect(await reply(id, requester.accessToken, '\u200b')).toMatchObject({ status: 400 })
    const { accessToken } = await shop.signUp()
    expect((await reply(id, accessToken, 'Hello?')).status).toBe(403)
    await step(`${id}/withdraw`, requester.accessToken)
    expect(await reply(id, shop.adminToken, 'Goodbye')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('withdrawn') },
    })
  })

  test('keeps no text of the request with the answer to a repeated reply', async () => {
    const requester = await shop.signUp()
    const description = 'The SpO2 reading drops out. '.repeat(40).trim()
    const { id } = (await raise(requester.accessToken, { ...request, description })).body
    const send = () =>
      shop.call('POST', `/api/orders/productRequest/${id}/replies`, {
        token: requester.accessToken,
        body: { text: 'Hello?' },
        headers: { 'Idempotency-Key': 'reply-2' },
      })
    const first = await send()
    expect(first.body).toMatchObject({ id, description, revision: 1 })
    await reply(id, requester.accessToken, 'Are you there?')
    expect((await send()).text).toBe(first.text)
    // The answers are stored after they are sent.
    await eventually(async () => {
      const { rows } = await shop.shop.infrastructure.database.pool.query(
        'select octet_length(answer) as size from idempotency_keys where answer is not null',
      )
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.filter(({ size }) => size >= description.length)).toEqual([])
    })
  })

  test('sends a mail to the other side', async () => {
    const { requester, id } = await raised()
    const admin = (await shop.call('GET', '/api/users/me', { token: shop.adminToken })).body.id
    await reply(id, requester.accessToken, 'When do you come?')
    await eventually(async () => {
      const mails = (await mailsOf(shop, admin)).filter((mail) => mail.includes(id))
      expect(mails.map((mail) => header(mail, 'Subject'))).toEqual(['A customer has written about a service request'])
      expect(mails.join('')).not.toContain('When do you come')
    })
    await reply(id, shop.adminToken, 'On Monday at nine.')
    await eventually(async () => {
      const mails = await mailsOf(shop, requester.id)
      expect(mails.filter((mail) => mail.includes('On Monday at nine.'))).toHaveLength(1)
    })
  })
})
