import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { unlimited } from '#core/http/security/budgets/budgets.ts'
import { RetryLater } from '#core/jobs/retry-later.ts'
import { openMailer } from '#core/mailer/mailer.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { createMailGate } from '#workers/jobs/mail-gate.ts'
import { sendMailJob, type SendMailDeps } from '#workers/jobs/send-mail.ts'
import { orderMails } from '#workers/mails/order-mails.ts'
import { buyerId, from, mailData, quick, shop } from './mail-deps.ts'
import { openMailShop, type MailShop } from './mail-shop.ts'

let mails: MailShop

beforeEach(async () => {
  mails = await openMailShop()
})

afterEach(() => mails.close())

const databaseAway = () => Promise.reject(new EngineUnavailable('database'))

const deps = (changes: Partial<SendMailDeps> = {}): SendMailDeps => ({
  deliveries: mails.notifications.deliveries,
  mailer: mails.mailer,
  data: mailData,
  shop,
  policy: quick,
  log: silentLog,
  onOutcome: () => undefined,
  gate: createMailGate({
    mostPerDomain: 2,
    patienceMs: 100,
    firstPauseMs: 1,
    longestPauseMs: 1,
    now: () => performance.now(),
  }),
  budgets: unlimited,
  ...changes,
})

describe('the job', () => {
  const never = new AbortController().signal

  test('run twice concurrently has one effect, and the second waits for it', async () => {
    const id = await mails.notify()
    const second = sendMailJob(deps())
    const first = sendMailJob(
      deps({
        data: {
          ...mailData,
          async account(accountId) {
            await expect(second(id, never)).rejects.toThrow(RetryLater)
            return mailData.account(accountId)
          },
        },
      }),
    )
    await first(id, never)
    await second(id, never)
    expect(mails.smtp.received).toHaveLength(1)
    expect(await mails.row(id)).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('delayed beyond its lease sends nothing more', async () => {
    const id = await mails.notify()
    const other = sendMailJob(deps())
    const heldUp = sendMailJob(
      deps({
        policy: { ...quick, sendLeaseMs: 0 },
        data: {
          ...mailData,
          async account(accountId) {
            await other(id, never)
            return mailData.account(accountId)
          },
        },
      }),
    )
    await heldUp(id, never)
    expect(mails.smtp.received).toHaveLength(1)
    expect(await mails.row(id)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  test('renews its lease only once a good part of it has passed', async () => {
    const { deliveries } = mails.notifications
    let renewals = 0
    const renew: typeof deliveries.renew = (...lease) => ((renewals += 1), deliveries.renew(...lease))
    const send = async (sendLeaseMs: number) =>
      sendMailJob(deps({ policy: { ...quick, sendLeaseMs }, deliveries: { ...deliveries, renew } }))(
        await mails.notify(),
        never,
      )
    await send(3_600_000)
    expect(renewals).toBe(0)
    await send(0)
    expect(renewals).toBe(1)
    expect(mails.smtp.received).toHaveLength(2)
  })

  test('keeps marking sent mails while the database is briefly unavailable', async () => {
    const id = await mails.notify()
    const { deliveries } = mails.notifications
    let failures = 2
    const markSent: typeof deliveries.markSent = (...mark) =>
      failures-- > 0 ? databaseAway() : deliveries.markSent(...mark)
    await sendMailJob(deps({ deliveries: { ...deliveries, markSent } }))(id, never)
    expect(await mails.row(id)).toMatchObject({ status: 'sent', attempts: 1 })
    expect(mails.smtp.received).toHaveLength(1)
  })

  test('counts a try whose mail was sent, even if the database cannot record it', async () => {
    const id = await mails.notify()
    const { deliveries } = mails.notifications
    const sending = sendMailJob(
      deps({ policy: { ...quick, sendLeaseMs: 1_000 }, deliveries: { ...deliveries, markSent: databaseAway } }),
    )
    await expect(sending(id, never)).rejects.toBeInstanceOf(RetryLater)
    expect(mails.smtp.received).toHaveLength(1)
    expect(await mails.row(id)).toMatchObject({ attempts: 1, error: expect.stringContaining('went out') })
  })

  test('leaves no file of a person erased while it was written, even if the database is unavailable by then', async () => {
    const id = await mails.notify()
    let calls = 0
    const account: typeof mailData.account = async (accountId) => {
      calls += 1
      if (calls === 2) throw new EngineUnavailable('database')
      return calls === 1 ? mailData.account(accountId) : undefined
    }
    const mailer = openMailer({ outboxDir: mails.outboxDir, from, log: silentLog })
    await sendMailJob(deps({ mailer, data: { ...mailData, account } }))(id, never)
    expect(await readdir(mails.outboxDir)).toEqual([])
    expect(await mails.row(id)).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('removes the file of a try killed before it could see that its person was erased', async () => {
    const id = await mails.notify()
    const mailer = openMailer({ outboxDir: mails.outboxDir, from, log: silentLog })
    const to = { name: 'Asha Rao', address: 'asha@clinic.in' }
    await mailer.send({ id, subjectId: buyerId, to, subject: 'Thank you', text: 'Asha', html: '<p>Asha</p>' })
    await sendMailJob(deps({ mailer, data: { ...mailData, account: () => Promise.resolve(undefined) } }))(id, never)
    expect(await mails.row(id)).toMatchObject({ status: 'cancelled' })
    expect(await readdir(mails.outboxDir)).toEqual([])
  })

  test('has no outcome if an engine of the shop is unavailable', async () => {
    const outcomes: string[] = []
    const send = sendMailJob(
      deps({
        data: {
          ...mailData,
          writers: orderMails({ orderAt: () => Promise.reject(new EngineUnavailable('event store')) }),
        },
        onOutcome: (outcome) => outcomes.push(outcome),
      }),
    )
    const id = await mails.notify()
    await expect(send(id, never)).rejects.toBeInstanceOf(RetryLater)
    expect(outcomes).toEqual([])
  })
})
