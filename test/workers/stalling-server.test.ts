import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '#core/telemetry/log.ts'
import { openMailer } from '#core/mailer/mailer.ts'
import { orderMails } from '#workers/mails/order-mails.ts'
import { eventually } from '../support/eventually.ts'
import { from, orderAt } from './mail-needs.ts'
import { draft, openMailShop, type MailShop } from './mail-shop.ts'

let mails: MailShop

beforeEach(async () => {
  mails = await openMailShop()
})
afterEach(() => mails.close())

test('a mail server that stalls for some receivers does not hold up the mails to the others', async () => {
  mails.smtp.stallFor('slow.in')
  const orders = ['slow', 'slow', 'slow', 'slow', 'quick', 'quick', 'quick'].map((domain, at) => ({ domain, at }))
  // Longer than this test may take: only a worker that is left to the others can send theirs.
  const mailer = openMailer({
    smtpUrl: mails.smtp.url,
    outboxDir: mails.outboxDir,
    from,
    log: silentLog,
    timeoutMs: 60_000,
  })
  const buyers = new Map(orders.map(({ domain, at }) => [`ORD9000000${at}`, `buyer${at}@${domain}.in`]))
  for (const orderId of buyers.keys()) await mails.notify({ ...draft(), stream: `order-${orderId}` })
  const writers = orderMails({
    orderAt: async (orderId) => ({ ...(await orderAt(orderId)), buyer: { id: orderId } }),
  })
  const account = async (id: string) => ({ name: 'Asha Rao', email: buyers.get(id) })
  mails.startWorkers({ mailer, data: { writers, account } })
  await eventually(() =>
    expect(mails.smtp.received.map(({ to }) => to).toSorted()).toEqual([
      'buyer4@quick.in',
      'buyer5@quick.in',
      'buyer6@quick.in',
    ]),
  )
})
