import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { header } from '../support/engines/smtp-server.ts'
import { eventually } from '../support/eventually.ts'
import { businessMailsOf, mailsOf } from '../support/shop/outbox.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openTestShop()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(() => shop.close())

const get = (path: string) => shop.call('GET', path, { token: shop.adminToken })
const sendAgain = (id: string, headers?: Record<string, string>) =>
  shop.call('POST', `/api/ops/jobs/${id}/send-again`, { token: shop.adminToken, headers })

type Mail = { id: string; kind: string; fate: string; copyOf?: string }

async function mailsOfOrder(orderId: string): Promise<Mail[]> {
  const { body } = await get(`/api/audit/streams/order-${orderId}`)
  return body.events.flatMap(({ mails }: { mails: Mail[] }) => mails)
}

/** An order whose first mail has been sent. */
async function mailedOrder() {
  const buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  await eventually(async () => expect(await mailsOfOrder(order.orderId)).toMatchObject([{ fate: 'sent' }]))
  const [mail] = await mailsOfOrder(order.orderId)
  if (!mail) throw new Error('no mail')
  return { buyer, orderId: order.orderId, mail }
}

describe('a mail that was sent', () => {
  test('is sent again as a second mail with another Message-ID, and the history names who requested it', async () => {
    const { buyer, orderId, mail } = await mailedOrder()
    const copy = await sendAgain(mail.id)
    expect(copy).toMatchObject({
      status: 202,
      body: { kind: 'order-placed', copyOf: mail.id, stream: `order-${orderId}` },
    })
    expect(copy.body.id).not.toBe(mail.id)
    await eventually(async () => {
      const mails = await businessMailsOf(shop, buyer.id)
      expect(mails.map((one) => header(one, 'Subject'))).toEqual(
        Array(2).fill(`We have received your order ${orderId}`),
      )
      expect(new Set(mails.map((one) => header(one, 'Message-ID'))).size).toBe(2)
    })
    await eventually(async () =>
      expect(await mailsOfOrder(orderId)).toMatchObject([
        { id: mail.id, fate: 'sent' },
        { id: copy.body.id, fate: 'sent', copyOf: mail.id },
      ]),
    )
    const { body } = await get('/api/ops/history?name=mails')
    const me = (await get('/api/users/me')).body
    expect(body.content[0]).toMatchObject({
      type: 'MailSentAgain',
      by: { id: me.id, name: me.name, role: 'ADMIN' },
      data: { mail: mail.id, copy: copy.body.id, stream: `order-${orderId}` },
    })
    const event = await get(`/api/audit/events/${copy.body.id.replace(/-email$/, '')}`)
    expect(event.body.event).toMatchObject({ type: 'MailSentAgain', mails: [{ copyOf: mail.id }] })
  })

  test('is sent again once under one key, and a copy can be copied', async () => {
    const { orderId, mail } = await mailedOrder()
    const once = { 'Idempotency-Key': 'a-copy' }
    const [first, second] = [await sendAgain(mail.id, once), await sendAgain(mail.id, once)]
    expect(second.text).toBe(first.text)
    await eventually(async () => expect(await mailsOfOrder(orderId)).toMatchObject([{}, { fate: 'sent' }]))
    expect((await sendAgain(first.body.id)).body.copyOf).toBe(mail.id)
    expect(await mailsOfOrder(orderId)).toHaveLength(3)
  })

  test('is not held because of the age of its event', async () => {
    const { orderId, mail } = await mailedOrder()
    const { pool } = shop.shop.infrastructure.database
    await pool.query(`update notifications set event_at = now() - interval '1 year' where id = $1`, [mail.id])
    await sendAgain(mail.id)
    await eventually(async () => expect(await mailsOfOrder(orderId)).toMatchObject([{}, { fate: 'sent' }]))
  })
})

describe('no second copy is created', () => {
  test('of a mail that does not exist', async () => {
    expect(await sendAgain('nothing-email')).toMatchObject({ status: 404 })
  })

  test.each(['failed', 'held', 'cancelled', 'pending'])('of a mail that is %s', async (status) => {
    const { buyer, mail } = await mailedOrder()
    const { pool } = shop.shop.infrastructure.database
    const set = `update notifications set status = $1, leased_until = now() + interval '1 hour' where id = $2`
    await pool.query(set, [status, mail.id])
    expect(await sendAgain(mail.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`The email is ${status}`) },
    })
    const { rows } = await pool.query('select id from notifications where copy_of = $1', [mail.id])
    expect(rows).toEqual([])
    await pool.query(set, ['sent', mail.id])
    expect(await businessMailsOf(shop, buyer.id)).toHaveLength(1)
  })

  test('of a mail whose link may have expired', async () => {
    const buyer = await shop.signUp()
    await eventually(async () => expect(await mailsOf(shop, buyer.id)).toHaveLength(1))
    const { body } = await get('/api/ops/jobs?size=100')
    const { id } = body.content.find(({ kind }: { kind: string }) => kind === 'verify-email')
    expect(await sendAgain(id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('link') } })
  })
})
