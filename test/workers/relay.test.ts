import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { RetryLater } from '#core/jobs/retry-later.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { startRelay } from '#workers/relay.ts'
import { eventually } from '../support/eventually.ts'
import { quick } from './mail-deps.ts'
import { draft, openMailShop, type MailShop } from './mail-shop.ts'

let mails: MailShop

beforeEach(async () => {
  mails = await openMailShop()
})

afterEach(() => mails.close())

const statusBecomes = (id: string, status: string) =>
  eventually(async () => expect((await mails.row(id)).status).toBe(status))

const messageIds = () => mails.smtp.received.map((mail) => mail.messageId)

describe('the relay', () => {
  test('enqueues a mail that is retried before its failed try has left the queue', async () => {
    mails.smtp.fault('rcpt', '451 try later')
    const { notifications } = mails
    const { deliveries, handOver } = notifications
    let looks = 0
    const rounds = async (count: number) => {
      const enough = looks + count
      await eventually(() => expect(looks).toBeGreaterThanOrEqual(enough))
    }
    mails.startWorkers({
      policy: { firstPauseMs: 3_600_000 },
      notifications: {
        handOver: {
          ...handOver,
          due: (limit) => {
            looks += 1
            return handOver.due(limit)
          },
        },
        deliveries: {
          ...deliveries,
          async postpone(lease, error, pause) {
            await deliveries.postpone(lease, error, pause)
            mails.smtp.fault('rcpt', undefined)
            await mails.retries.retry(systemActor, lease.id)
            // The second pass begins after the first has completed.
            await rounds(2)
          },
        },
      },
    })
    await statusBecomes(await mails.notify(), 'sent')
    expect(mails.smtp.received).toHaveLength(1)
  })

  test('enqueues a mail that was retried although its earlier try has delayed the new job', async () => {
    // A try whose process was suspended may end only after the mail was retried and enqueued again.
    const id = await mails.notify()
    await sql`update notifications set put_back = 1, status = 'queued', leased_until = now() where id = ${id}`.execute(
      mails.db,
    )
    const queue = mails.jobs.queue('mail')
    const failed = Promise.withResolvers<void>()
    const worker = mails.jobs.work('mail', () => {
      failed.resolve()
      return Promise.reject(new RetryLater(3_600_000, 'the earlier try has failed'))
    })
    await queue.add([id])
    await failed.promise
    await worker.close()
    await queue.close()
    mails.startWorkers()
    await statusBecomes(id, 'sent')
    expect(mails.smtp.received).toHaveLength(1)
  })

  test('gives each account its turn, however many mails another has caused', async () => {
    for (let number = 0; number < 30; number++) await mails.notify({ ...draft(), causedBy: 'account-flooding' })
    const id = await mails.notify({ ...draft(), causedBy: 'account-of-a-buyer' })
    const { room, rows } = await mails.notifications.handOver.due(2)
    expect(room).toBe(2)
    expect(rows.map((one) => one.id)).toContain(id)
    expect((await mails.notifications.handOver.due(100)).rows).toHaveLength(31)
  })

  test('enqueues no more than can be sent soon, so that others overtake a flood', async () => {
    const handedOver: string[] = []
    let looks = 0
    const { handOver } = mails.notifications
    const watched: typeof handOver = { ...handOver, due: (most) => ((looks += 1), handOver.due(most)) }
    const queue = {
      remove: () => Promise.resolve(true),
      add: async (ids: readonly string[]) => void handedOver.push(...ids),
    }
    for (let number = 0; number < 130; number++) await mails.notify({ ...draft(), causedBy: 'account-flooding' })
    const deps = { notifications: { ...mails.notifications, handOver: watched }, queue, log: silentLog }
    const relay = startRelay({ ...deps, listen: () => () => undefined, policy: { ...quick, queueLeaseMs: 3_600_000 } })
    await eventually(() => expect(handedOver).toHaveLength(100))
    const sent = sql.join(handedOver.slice(0, 2))
    const buyers = await mails.notify({ ...draft(), causedBy: 'account-of-a-buyer' })
    const enough = looks + 2
    await eventually(() => expect(looks).toBeGreaterThan(enough))
    expect(handedOver).toHaveLength(100)
    await sql`update notifications set status = 'sent' where id in (${sent})`.execute(mails.db)
    await eventually(() => expect(handedOver.slice(100)).toContain(buyers))
    await relay.stop()
  })

  test('enqueues again what a wiped queue has lost', async () => {
    const queue = mails.jobs.queue('mail')
    const { notifications } = mails
    const relay = startRelay({ notifications, queue, listen: () => () => undefined, policy: quick, log: silentLog })
    const id = await mails.notify()
    await statusBecomes(id, 'queued')
    await sql`truncate bullmq.job cascade`.execute(mails.db)
    await relay.stop()
    await queue.close()
    mails.startWorkers()
    await statusBecomes(id, 'sent')
    expect(mails.smtp.received).toHaveLength(1)
  })

  test('survives a queue that does not respond', async () => {
    const queue = mails.jobs.queue('mail')
    let isDown = true
    const add = (ids: readonly string[]) => (isDown ? Promise.reject(new EngineUnavailable('jobs')) : queue.add(ids))
    const deps = { notifications: mails.notifications, listen: () => () => undefined, policy: quick, log: silentLog }
    const relay = startRelay({ ...deps, queue: { ...queue, add } })
    const id = await mails.notify()
    await eventually(async () => expect((await mails.row(id)).status).toBe('pending'))
    isDown = false
    await statusBecomes(id, 'queued')
    await relay.stop()
    await queue.close()
  })

  test('enqueues a hundred of a burst, and pauses before the next', async () => {
    const handedOver: string[][] = []
    const signal = { notify: () => undefined as void }
    const listen = (_channel: string, notify: () => void) => {
      signal.notify = notify
      return () => undefined
    }
    const queue = {
      remove: () => Promise.resolve(true),
      add: async (ids: readonly string[]) => void handedOver.push([...ids]),
    }
    const ids = await Promise.all(Array.from({ length: 120 }, () => mails.notify()))
    const deps = { notifications: mails.notifications, queue, listen, log: silentLog }
    const patient = startRelay({ ...deps, policy: { ...quick, burstDelayMs: 3_600_000 } })
    await eventually(() => expect(handedOver).toHaveLength(1))
    const [first = []] = handedOver
    expect(first).toHaveLength(100)
    for (const id of first) await statusBecomes(id, 'queued')
    signal.notify()
    await sql`update notifications set status = 'sent' where status = 'queued'`.execute(mails.db)
    const others = ids.filter((id) => !first.includes(id))
    for (const id of others) expect((await mails.row(id)).status).toBe('pending')
    await patient.stop()
    const quickOne = startRelay({ ...deps, policy: quick })
    for (const id of others) await statusBecomes(id, 'queued')
    await quickOne.stop()
  })

  test('run by two processes makes one mail of each notification', async () => {
    mails.startWorkers()
    mails.startWorkers()
    const ids = await Promise.all(Array.from({ length: 40 }, () => mails.notify()))
    for (const id of ids) await statusBecomes(id, 'sent')
    expect(messageIds().toSorted()).toEqual(ids.map((id) => `<${id}@shop.example>`).toSorted())
  })
})
