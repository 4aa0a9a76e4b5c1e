import { afterEach, beforeEach, describe, expect, test, type TestOptions } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { countMails } from '#modules/notifications/lists/counts-read-model.ts'
import { mailLists } from '#modules/notifications/lists/mails-read-model.ts'
import { eventually } from '#test/support/eventually.ts'
import { openMailShop, type MailShop } from '../workers/mail-shop.ts'

/** Where the queue is, if it is not in the database. */
type Place = { redisUrl?: string; dispose(): Promise<void> }

const soon = { page: 0, size: 10, sort: 'next-asc' } as const

/** What the lists of mails answer, whichever engine holds the queue. */
export function mailListsContract(engine: string, open: () => Promise<Place>, options: TestOptions = {}): void {
  describe(`the lists of mails with a queue on ${engine}`, options, () => {
    let place: Place
    let mails: MailShop

    beforeEach(async () => {
      place = await open()
      mails = await openMailShop(place.redisUrl)
    })
    afterEach(async () => {
      await mails.close()
      await place.dispose()
    })

    const waiting = () => mailLists(mails.db).page({ state: 'waiting' }, soon)
    const counted = () => countMails(mails.db)

    test('name the attempts, the reason and the next attempt of a mail that was declined, until it is sent', async () => {
      mails.smtp.fault('rcpt', '451 try later')
      mails.startWorkers({ policy: { firstPauseMs: 3_600_000 } })
      const id = await mails.notify()
      await eventually(async () =>
        expect(await waiting()).toMatchObject([
          { id, status: 'queued', attempts: 1, error: expect.stringContaining('451'), due_at: expect.any(String) },
        ]),
      )
      expect(await counted()).toEqual({ waiting: 1, held: 0, failed: 0, done: 0 })
      mails.smtp.fault('rcpt', undefined)
      // The queue holds a job that waits for an hour.
      await mails.retries.retry(systemActor, id)
      await eventually(async () => expect(await counted()).toEqual({ waiting: 0, held: 0, failed: 0, done: 1 }))
      expect(await waiting()).toEqual([])
      const [sent] = await mailLists(mails.db).page({ text: id }, soon)
      expect(sent).toMatchObject({ status: 'sent', attempts: 1, error: null, due_at: null })
    })

    test('have every failed mail sent that is put back at once', async () => {
      mails.smtp.fault('rcpt', '550 no such user')
      mails.startWorkers()
      const ids = [await mails.notify(), await mails.notify(), await mails.notify()]
      await eventually(async () => expect((await counted()).failed).toBe(ids.length))
      const retryAll = (count: number) => mails.retries.retryAll(systemActor, count)
      await expect(retryAll(2)).rejects.toMatchObject({ code: 'conflict' })
      expect((await counted()).failed).toBe(ids.length)
      mails.smtp.fault('rcpt', undefined)
      await retryAll(ids.length)
      await eventually(async () => expect((await counted()).done).toBe(ids.length))
      expect(mails.smtp.received).toHaveLength(ids.length)
    })
  })
}
