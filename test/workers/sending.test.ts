import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openMailer } from '#core/mailer/mailer.ts'
import { countMails } from '#modules/notifications/lists/counts-read-model.ts'
import { orderMails } from '#workers/mails/order-mails.ts'
import { eventually } from '../support/eventually.ts'
import { buyerId, from, orderAt } from './mail-deps.ts'
import { draft, openMailShop, type MailShop } from './mail-shop.ts'

let mails: MailShop

beforeEach(async () => {
  mails = await openMailShop()
})

afterEach(() => mails.close())

const statusBecomes = (id: string, status: string) =>
  eventually(async () => expect((await mails.row(id)).status).toBe(status))

const eventStoreAway = () => Promise.reject(new EngineUnavailable('event store'))

const messageIds = () => mails.smtp.received.map((mail) => mail.messageId)

describe('a notification', () => {
  test('becomes one mail, and its row records that without personal data', async () => {
    mails.startWorkers()
    const id = await mails.notify()
    await statusBecomes(id, 'sent')
    expect(messageIds()).toEqual([`<${id}@shop.example>`])
    const row = await mails.row(id)
    expect(row).toMatchObject({ attempts: 1, error: null, lease: null, message_id: `<${id}@shop.example>` })
    expect(row.recipient_id).toBe(buyerId)
    expect(JSON.stringify(row)).not.toMatch(/asha/i)
  })

  test('of the same event and channel is written once', async () => {
    const wanted = draft()
    await Promise.all([mails.notify(wanted), mails.notify(wanted), mails.notify(wanted)])
    mails.startWorkers()
    await statusBecomes(await mails.notify(wanted), 'sent')
    expect(mails.smtp.received).toHaveLength(1)
  })

  test('written while no worker runs is sent by the next one', async () => {
    const ids = await Promise.all([mails.notify(), mails.notify(), mails.notify()])
    mails.startWorkers()
    for (const id of ids) await statusBecomes(id, 'sent')
    expect(messageIds().toSorted()).toEqual(ids.map((id) => `<${id}@shop.example>`).toSorted())
  })

  test('about an old event is held and not sent', async () => {
    const id = await mails.notify({ ...draft(), eventAt: '2020-01-01T00:00:00.000Z' })
    expect(await mails.row(id)).toMatchObject({ status: 'held', error: expect.stringContaining('24 hours') })
  })

  test('that became old before its first attempt is held, unless an operator has retried it', async () => {
    const ids = [await mails.notify(), await mails.notify()]
    await sql`update notifications set event_at = '2020-01-01'`.execute(mails.db)
    await sql`update notifications set put_back = 1 where id = ${ids[1]}`.execute(mails.db)
    mails.startWorkers()
    await statusBecomes(ids[0] ?? '', 'held')
    await statusBecomes(ids[1] ?? '', 'sent')
    expect(await mails.row(ids[0] ?? '')).toMatchObject({ attempts: 0, lease: null, leased_until: null })
    expect(messageIds()).toEqual([`<${ids[1]}@shop.example>`])
  })

  test('to a deleted account is cancelled, not failed', async () => {
    mails.startWorkers({ data: { account: () => Promise.resolve(undefined) } })
    const id = await mails.notify()
    await statusBecomes(id, 'cancelled')
    expect(mails.smtp.reached.greeting).toBe(0)
  })

  test('whose mail cannot be composed is retried and then fails, with a reason that reveals nothing', async () => {
    mails.startWorkers({
      data: { writers: orderMails({ orderAt: () => Promise.reject(new Error('asha@clinic.in')) }) },
    })
    const id = await mails.notify()
    await statusBecomes(id, 'failed')
    const { attempts, error } = await mails.row(id)
    expect({ attempts, error }).toEqual({
      attempts: 3,
      error: 'The email could not be composed; the log has the error',
    })
  })
})

describe('an engine of the shop', () => {
  test('that is unavailable uses up none of a mail’s attempts, however often it is called', async () => {
    let calls = 0
    const absent = () => {
      calls += 1
      return eventStoreAway()
    }
    const writers = orderMails({ orderAt: (orderId) => (calls < 6 ? absent() : orderAt(orderId)) })
    mails.startWorkers({ data: { writers } })
    const id = await mails.notify()
    await eventually(async () => {
      expect(await mails.row(id)).toMatchObject({ status: 'queued', error: 'event store does not answer', attempts: 0 })
    })
    await statusBecomes(id, 'sent')
    expect({ calls, ...(await mails.row(id)) }).toMatchObject({ calls: 6, attempts: 1, error: null })
  })
})

describe('a mail server', () => {
  test('that rejects a mail temporarily gets it later', async () => {
    mails.smtp.fault('rcpt', '451 try later')
    mails.startWorkers({ policy: { maxAttempts: 100 } })
    const id = await mails.notify()
    await eventually(() => expect(mails.smtp.reached.rcpt).toBeGreaterThan(2))
    // It has become old since then: a mail that was tried before is not held.
    await sql`update notifications set event_at = '2020-01-01'`.execute(mails.db)
    mails.smtp.fault('rcpt', undefined)
    await statusBecomes(id, 'sent')
    expect(mails.smtp.received).toHaveLength(1)
  })

  test('that rejects a mail on every attempt makes it fail, to be seen and retried by hand', async () => {
    mails.smtp.fault('rcpt', '451 try later')
    mails.startWorkers()
    const id = await mails.notify()
    await statusBecomes(id, 'failed')
    expect(await mails.row(id)).toMatchObject({ attempts: 3, error: expect.stringContaining('451') })
    expect(await countMails(mails.db)).toEqual({ waiting: 0, held: 0, failed: 1, done: 0 })
    mails.smtp.fault('rcpt', undefined)
    await mails.retries.retry(systemActor, id)
    await statusBecomes(id, 'sent')
  })

  test('that rejects a mail permanently is tried once', async () => {
    mails.smtp.fault('rcpt', '550 no such user')
    mails.startWorkers()
    const id = await mails.notify()
    await statusBecomes(id, 'failed')
    expect(await mails.row(id)).toMatchObject({ attempts: 1, error: expect.stringContaining('550') })
  })

  test('that is silent does not block other mails indefinitely', async () => {
    mails.smtp.fault('data', 'stall')
    const { outboxDir, smtp } = mails
    const mailer = openMailer({ smtpUrl: smtp.url, outboxDir, from, log: silentLog, timeoutMs: 1_000 })
    mails.startWorkers({ mailer, policy: { maxAttempts: 100 } })
    const stuck = await mails.notify()
    await eventually(() => expect(mails.smtp.reached.data).toBe(1))
    mails.smtp.fault('data', undefined)
    const other = await mails.notify()
    await statusBecomes(other, 'sent')
    await statusBecomes(stuck, 'sent')
    expect(new Set(messageIds())).toEqual(new Set([stuck, other].map((id) => `<${id}@shop.example>`)))
  })

  test('whose acceptance was lost gets a second copy under the same Message-ID', async () => {
    mails.smtp.fault('accepted', 'drop')
    mails.startWorkers({ policy: { maxAttempts: 100 } })
    const id = await mails.notify()
    await eventually(() => expect(mails.smtp.received.length).toBeGreaterThan(0))
    mails.smtp.fault('accepted', undefined)
    await statusBecomes(id, 'sent')
    expect(new Set(messageIds())).toEqual(new Set([`<${id}@shop.example>`]))
  })

  test('repaired by an operator gets the mail now, not hours later', async () => {
    mails.smtp.fault('rcpt', '451 try later')
    mails.startWorkers({ policy: { firstPauseMs: 3_600_000 } })
    const id = await mails.notify()
    await eventually(async () => expect((await mails.row(id)).due_at).not.toBeNull())
    mails.smtp.fault('rcpt', undefined)
    await mails.retries.retry(systemActor, id)
    await statusBecomes(id, 'sent')
    expect(mails.smtp.received).toHaveLength(1)
  })
})
