import { afterAll, beforeAll, expect, test } from 'vitest'
import { header, startSmtpServer, type SmtpServer } from '../support/engines/smtp-server.ts'
import { eventually } from '../support/eventually.ts'
import { businessMailsOf } from '../support/shop/outbox.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

// From the request to the mail, with every step in between.

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({
    PUBLIC_URL: 'https://shop.example',
    MAIL_FROM: 'Sanjeevani Medical <orders@shop.example>',
    DISPATCH_DAYS: '0',
    DELIVERY_DAYS: '0-0',
  })
})
afterAll(() => shop.close())

async function order(token: string, of = shop): Promise<string> {
  const [product] = await addProducts(of, [{}])
  if (product === undefined) throw new Error('no product was added')
  const { status, body } = await of.call('POST', '/api/orders', { token, body: orderFor([[product, 2]]) })
  expect(status).toBe(201)
  return body.orderId
}

const outboxOf = (accountId: string) => businessMailsOf(shop, accountId)
const subjectsOf = (mails: string[]) => mails.map((mail) => header(mail, 'Subject')).toSorted()

test('each step of an order writes one mail to its buyer', async () => {
  const buyer = await shop.signUp()
  const orderId = await order(buyer.accessToken)
  const step = (name: string, body: object) =>
    shop.call('POST', `/api/orders/${orderId}/${name}`, { token: shop.adminToken, body })
  await step('confirm', {})
  await step('dispatch', { carrier: 'Bluedart', trackingNumber: 'BD123456789IN' })
  await step('deliver', {})
  await step('return', { reason: 'The screen flickers' })
  await eventually(async () =>
    expect(subjectsOf(await outboxOf(buyer.id))).toEqual([
      `We have received your order ${orderId}`,
      `Your order ${orderId} has been delivered`,
      `Your order ${orderId} has been returned`,
      `Your order ${orderId} is confirmed`,
      `Your order ${orderId} is on its way`,
    ]),
  )
})

async function listed({ loginUserName, accessToken }: Awaited<ReturnType<TestShop['signUp']>>) {
  const own = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token: accessToken })
  const { orderId } = own.body.content[0]
  const all = await shop.call('GET', `/api/orders?text=${orderId}`, { token: shop.adminToken })
  expect(all.body.content).toEqual(own.body.content)
  return own.body.content[0]
}

test('an order shows its expected days on its page, in its mails and in the lists, until it is cancelled', async () => {
  const buyer = await shop.signUp()
  const orderId = await order(buyer.accessToken)
  const read = async (query = '') =>
    (await shop.call('GET', `/api/orders/${orderId}${query}`, { token: buyer.accessToken })).body
  const step = (name: string, body: object) =>
    shop.call('POST', `/api/orders/${orderId}/${name}`, { token: shop.adminToken, body })
  const { date, expected } = await read()
  expect(expected).toEqual({ dispatch: date, from: date, to: date })
  expect((await listed(buyer)).expected).toEqual(expected)
  await step('confirm', {})
  await step('cancel', { reason: 'Out of stock' })
  expect(await read()).not.toHaveProperty('expected')
  expect(await listed(buyer)).not.toHaveProperty('expected')
  expect((await read('?revision=1')).expected).toEqual(expected)
  await eventually(async () => {
    const mails = await outboxOf(buyer.id)
    expect(mails).toHaveLength(3)
    expect(mails.filter((mail) => mail.includes('Estimated delivery'))).toHaveLength(2)
  })
})

test('a dispatched order is expected the configured number of days later', async () => {
  const buyer = await shop.signUp()
  const orderId = await order(buyer.accessToken)
  for (const step of ['confirm', 'dispatch'])
    await shop.call('POST', `/api/orders/${orderId}/${step}`, { token: shop.adminToken, body: {} })
  const { body: history } = await shop.call('GET', `/api/orders/${orderId}/history`, { token: buyer.accessToken })
  const { body } = await shop.call('GET', `/api/orders/${orderId}`, { token: buyer.accessToken })
  expect(body.expected).toEqual({ from: history[2].at, to: history[2].at })
  expect((await listed(buyer)).expected).toEqual(body.expected)
})

test('erasing an account deletes its mails, and sends no more', async () => {
  const buyer = await shop.signUp()
  const orderId = await order(buyer.accessToken)
  await eventually(async () => expect(await outboxOf(buyer.id)).toHaveLength(1))
  expect((await shop.call('DELETE', `/api/users/${buyer.id}`, { token: buyer.accessToken })).status).toBe(204)
  expect(await outboxOf(buyer.id)).toEqual([])
  await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
  await eventually(async () => {
    const { body } = await shop.call('GET', '/api/ops/jobs?status=done&size=1', { token: shop.adminToken })
    expect(body.content).toMatchObject([{ kind: 'order-confirmed', status: 'cancelled' }])
  })
  expect(await outboxOf(buyer.id)).toEqual([])
})

test('an account opened without an email address gets no mail, which is not a failure', async () => {
  const form = { username: 'meera.k', password: 'a quiet morning in Pune', name: 'Meera K', mobileNumber: '9820012345' }
  const { body: meera } = await shop.call('POST', '/api/auth/signup', { body: form })
  await order(meera.accessToken)
  await eventually(async () => {
    const { body } = await shop.call('GET', '/api/ops/jobs?status=done&size=1', { token: shop.adminToken })
    expect(body.content).toMatchObject([
      { kind: 'order-placed', status: 'cancelled', error: 'The account has no email address' },
    ])
  })
})

test('a rejected mail is shown to the admin, and is sent when it is retried', async () => {
  const server: SmtpServer = await startSmtpServer()
  const other = await openTestShop({ SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example' })
  try {
    const buyer = await other.signUp()
    await eventually(() => expect(server.received).toHaveLength(1))
    server.fault('rcpt', '550 no such user')
    await order(buyer.accessToken, other)
    const failed = async () =>
      (await other.call('GET', '/api/ops/jobs?status=failed', { token: other.adminToken })).body.content
    await eventually(async () => expect(await failed()).toMatchObject([{ kind: 'order-placed', attempts: 1 }]))
    server.fault('rcpt', undefined)
    const [{ id }] = await failed()
    const retry = await other.call('POST', `/api/ops/jobs/${id}/retry`, { token: other.adminToken, body: {} })
    expect(retry.status).toBe(202)
    expect(retry.headers.has('X-Event-Position')).toBe(true)
    const history = await other.call('GET', '/api/ops/history?name=mails', { token: other.adminToken })
    expect(history.body.content).toMatchObject([
      { type: 'MailsRetried', by: { name: 'Administrator' }, data: { count: 1, ids: [id] } },
    ])
    await eventually(() => expect(server.received.slice(1)).toMatchObject([{ to: buyer.loginUserName }]))
    expect(other.logLines.join('')).not.toContain(buyer.loginUserName)
  } finally {
    await other.close()
    await server.close()
  }
})
