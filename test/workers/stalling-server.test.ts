import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '#core/telemetry/log.ts'
import { openMailer } from '#core/mailer/mailer.ts'
import { orderMails } from '#workers/mails/order-mails.ts'
import { eventually } from '../support/eventually.ts'
import { from, orderAt } from './mail-deps.ts'
import { draft, openMailShop, type MailShop, type WorkersChanges } from './mail-shop.ts'

let mails: MailShop

beforeEach(async () => {
  mails = await openMailShop()
})
afterEach(() => mails.close())

/** A mail about an order of a buyer with this address, by order. */
const addresses = new Map<string, string>()

async function notify(address: string): Promise<string> {
  const orderId = `ORD9${String(addresses.size).padStart(7, '0')}`
  addresses.set(orderId, address)
  return mails.notify({ ...draft(), stream: `order-${orderId}` })
}

function startWorkers(timeoutMs: number, policy: WorkersChanges['policy'] = {}): void {
  const mailer = openMailer({ smtpUrl: mails.smtp.url, outboxDir: mails.outboxDir, from, log: silentLog, timeoutMs })
  const writers = orderMails({
    orderAt: async (orderId) => ({ ...(await orderAt(orderId)), buyer: { id: orderId } }),
  })
  mails.startWorkers({ mailer, data: { writers, account }, policy })
}

const account = async (id: string) => ({ name: 'Asha Rao', email: addresses.get(id) })

test('a mail server that stalls for some receivers does not hold up the mails to the others', async () => {
  mails.smtp.stallFor('slow.in')
  for (const name of ['a', 'b', 'c', 'd']) await notify(`${name}@slow.in`)
  const quick = ['e@quick.in', 'f@quick.in', 'g@quick.in']
  for (const address of quick) await notify(address)
  // Longer than this test may take: only a worker that is left to the others can send theirs.
  startWorkers(60_000)
  await eventually(() => expect(mails.smtp.received.map(({ to }) => to).toSorted()).toEqual(quick))
})

test('a mail server that has stalled for several domains gets no other mail before it is probed', async () => {
  const stalled: string[] = []
  for (const domain of ['a.in', 'b.in']) {
    mails.smtp.stallFor(domain)
    stalled.push(await notify(`asha@${domain}`))
  }
  const anHour = 3_600_000
  startWorkers(200, { firstPauseMs: anHour, stalls: { firstPauseMs: anHour, longestPauseMs: anHour } })
  await eventually(async () => {
    for (const id of stalled) expect(await mails.row(id)).toMatchObject({ attempts: 1, due_at: expect.anything() })
  })
  const other = await notify('asha@c.in')
  const error = 'The mail server does not answer for emails like this one'
  await eventually(async () => expect(await mails.row(other)).toMatchObject({ attempts: 0, put_aside: 1, error }))
  expect(mails.smtp.received).toEqual([])
})
