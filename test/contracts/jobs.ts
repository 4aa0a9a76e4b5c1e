import { afterEach, beforeEach, describe, expect, test, type TestOptions } from 'vitest'
import type { Jobs, JobHandler, JobQueue, JobTiming, JobWorker } from '#core/jobs/queue.ts'
import { RetryLater } from '#core/jobs/retry-later.ts'
import { eventually } from '#test/support/eventually.ts'

/**
 * Times short enough for a test. Locks, and the grace period of an aborted job, outlast any pause of a busy machine:
 * no job runs twice because of one, and no job is abandoned that was about to return to the queue.
 */
export const quickTiming = { lockDuration: 60_000, stalledInterval: 300, abortAfter: 200, abandonAfter: 10_000 }

/** For the death of a worker, whose jobs are abandoned and whose locks must expire. */
const shortLocks = { ...quickTiming, lockDuration: 600, abandonAfter: 500 }

/** An empty engine; `forget` loses every job, as a wiped engine would. */
export type JobsUnderTest = { jobs: Jobs; other: Jobs; forget(): Promise<void>; dispose(): Promise<void> }

/** A handler that records the job's id. */
function recordIn(done: string[]): JobHandler {
  return (id) => {
    done.push(id)
    return Promise.resolve()
  }
}

/** The contract that every engine of the job queue passes. */
export function jobsContract(
  engine: string,
  open: (timing: Partial<JobTiming>) => Promise<JobsUnderTest>,
  options: TestOptions = {},
): void {
  describe(`jobs on ${engine}`, options, () => {
    let under: JobsUnderTest
    let queue: JobQueue
    let workers: JobWorker[]

    beforeEach(() => openWith(quickTiming))
    afterEach(close)

    async function openWith(timing: Partial<JobTiming>): Promise<void> {
      under = await open(timing)
      queue = under.jobs.queue('letters')
      workers = []
    }

    async function close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()))
      await queue.close()
      await under.dispose()
    }

    function work(handler: JobHandler, jobs = under.jobs): JobWorker {
      const worker = jobs.work('letters', handler)
      workers.push(worker)
      return worker
    }

    /** Starts a worker; returns the ids of the jobs that it has run, updated live. */
    function recordedJobs(): string[] {
      const done: string[] = []
      work(recordIn(done))
      return done
    }

    test('runs each job once', async () => {
      const ids = Array.from({ length: 50 }, (_, i) => `job-${i}`)
      await Promise.all([queue.add(ids.slice(0, 30)), queue.add(ids.slice(30))])
      const done = recordedJobs()
      await eventually(() => expect(done.toSorted()).toEqual(ids.toSorted()))
    })

    test('does not add a job that is already queued', async () => {
      await queue.add(['a', 'a'])
      await queue.add(['b', 'a'])
      const done = recordedJobs()
      await eventually(() => expect(done.toSorted()).toEqual(['a', 'b']))
      await queue.add(['c'])
      await eventually(() => expect(done.toSorted()).toEqual(['a', 'b', 'c']))
    })

    test('adds a completed job again', async () => {
      const done = recordedJobs()
      await queue.add(['a'])
      await eventually(() => expect(done).toEqual(['a']))
      await eventually(async () => {
        // The job stays queued until its completion is recorded; each later `add` may run it once more.
        await queue.add(['a'])
        expect(done.length).toBeGreaterThan(1)
      })
    })

    test('accepts an empty list of jobs', async () => {
      await expect(queue.add([])).resolves.toBeUndefined()
    })

    test('wakes a worker of another process', async () => {
      const done: string[] = []
      work(recordIn(done), under.other)
      await queue.add(['a'])
      await eventually(() => expect(done).toEqual(['a']))
    })

    test('retries a job as often as it asks for a later try', async () => {
      let tries = 0
      work(() => {
        tries += 1
        return tries < 4 ? Promise.reject(new RetryLater(10, 'not yet')) : Promise.resolve()
      })
      await queue.add(['a'])
      await eventually(() => expect(tries).toBe(4))
    })

    test('retries a job that fails unexpectedly, without holding up others', async () => {
      const tries: string[] = []
      work((id) => {
        tries.push(id)
        return id === 'bad' && tries.filter((one) => one === 'bad').length < 2
          ? Promise.reject(new Error('broken'))
          : Promise.resolve()
      })
      await queue.add(['bad', 'good'])
      await eventually(() => expect(tries).toHaveLength(3))
      expect(tries.toSorted()).toEqual(['bad', 'bad', 'good'])
      expect(tries.at(-1)).toBe('bad')
    })

    test('removes a job that waits for a retry, so that it can be added again', async () => {
      let tries = 0
      work(() => {
        tries += 1
        return tries === 1 ? Promise.reject(new RetryLater(3_600_000, 'in an hour')) : Promise.resolve()
      })
      await queue.add(['a'])
      await eventually(async () => expect(tries === 1 && (await queue.remove('a'))).toBe(true))
      await queue.add(['a'])
      await eventually(() => expect(tries).toBe(2))
    })

    test('refuses to remove a running job, and succeeds for a job that does not exist', async () => {
      const gate = Promise.withResolvers<void>()
      let hasBegun = false
      work(async () => {
        hasBegun = true
        await gate.promise
      })
      await queue.add(['a'])
      await eventually(() => expect(hasBegun).toBe(true))
      expect(await queue.remove('a')).toBe(false)
      expect(await queue.remove('b')).toBe(true)
      gate.resolve()
      await eventually(async () => expect(await queue.remove('a')).toBe(true))
    })

    test('adds again what a wiped engine has lost', async () => {
      await queue.add(['a'])
      await under.forget()
      await queue.add(['a'])
      const done = recordedJobs()
      await eventually(() => expect(done).toEqual(['a']))
    })

    test('waits for the running job when a worker closes', async () => {
      const gate = Promise.withResolvers<void>()
      let isDone = false
      let hasBegun = false
      const worker = work(async () => {
        hasBegun = true
        await gate.promise
        isDone = true
      })
      await queue.add(['a'])
      await eventually(() => expect(hasBegun).toBe(true))
      const closing = worker.close()
      gate.resolve()
      await closing
      expect(isDone).toBe(true)
    })

    test('starts no job on a closing worker, and leaves it to another', async () => {
      const done: string[] = []
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const worker = work(recordIn(done))
        await queue.add([`before ${id}`])
        await eventually(() => expect(done).toContain(`before ${id}`))
        await Promise.all([queue.add([id]), worker.close()])
        expect(done).not.toContain(id)
      }
      work(recordIn(done))
      await eventually(() => expect(done).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'e', 'f'])))
    })

    test('aborts a hanging job when its worker closes, and leaves it to another', async () => {
      let hasBegun = false
      const worker = work(
        (_id, signal) =>
          new Promise((_resolve, reject) => {
            hasBegun = true
            signal.addEventListener('abort', () => reject(new RetryLater(0, 'the shop stops')))
          }),
      )
      await queue.add(['a'])
      await eventually(() => expect(hasBegun).toBe(true))
      await worker.close()
      const done = recordedJobs()
      await eventually(() => expect(done).toEqual(['a']))
    })

    test('abandons a job that ignores the abort, and another process picks it up', async () => {
      await close()
      await openWith(shortLocks)
      let hasBegun = false
      const worker = work(() => {
        hasBegun = true
        return new Promise(() => undefined)
      })
      await queue.add(['a'])
      await eventually(() => expect(hasBegun).toBe(true))
      await worker.close()
      await under.jobs.close()
      const done: string[] = []
      work(recordIn(done), under.other)
      await eventually(() => expect(done).toEqual(['a']))
    })
  })
}
