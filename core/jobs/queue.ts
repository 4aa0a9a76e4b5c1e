import { Queue, Worker, type Job as BullJob } from 'bullmq'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { openAbsenceLog } from '#core/telemetry/absence-log.ts'
import type { Log } from '#core/telemetry/log.ts'
import { within } from '../async/deadline.ts'
import { openPostgresJobStore, type JobStore } from './postgres.ts'
import { openRedisJobStore } from './redis.ts'
import { RetryLater } from './retry-later.ts'

/**
 * Adds jobs. A job is only an id: the table that the id belongs to says what to do, and whether it still has to be
 * done.
 */
export type JobQueue = {
  /**
   * Adds the jobs that are not yet waiting, delayed or in progress.
   * @throws EngineUnavailable when the engine does not answer in time; adding them again is harmless
   */
  add(ids: readonly string[]): Promise<void>
  /** Removes a waiting or delayed job: false where it is in progress, and stays. @throws EngineUnavailable */
  remove(id: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * Processes one job. After `RetryLater` or `EngineUnavailable` the job is retried after the delay that the error names;
 * after any other error, after a pause that grows from a second to five minutes. `signal` fires when the shop is
 * stopping and the job has used up its grace period.
 */
export type JobHandler = (id: string, signal: AbortSignal) => Promise<void>

export type JobWorker = {
  /** Accepts no further jobs, waits for those in progress, and abandons them after nine seconds. */
  close(): Promise<void>
}

/** The number of concurrent jobs per worker, and the most jobs started per second by all processes together. */
export type WorkOptions = { concurrency?: number; perSecond?: number }

/** Queues and workers on one engine. */
export type Jobs = {
  queue(name: string): JobQueue
  work(name: string, handler: JobHandler, options?: WorkOptions): JobWorker
  /** Close queues and workers first. */
  close(): Promise<void>
}

/** All in ms. */
export type JobTiming = {
  /** The timeout of every call to the engine. */
  callTimeout: number
  /** The jobs of a killed worker become free after the lock duration and two checks for stalled jobs. */
  lockDuration: number
  stalledInterval: number
  /** While its worker closes, a job in progress is aborted after the first, and abandoned after the second. */
  abortAfter: number
  abandonAfter: number
}

const defaultTiming: JobTiming = {
  callTimeout: 5_000,
  lockDuration: 15_000,
  stalledInterval: 10_000,
  abortAfter: 7_000,
  abandonAfter: 9_000,
}

const closeTimeoutMs = 2_000

/**
 * The row that a job's id names decides when the job is over; the queue itself never gives up, and keeps no finished
 * jobs.
 */
const jobOptions = {
  attempts: 1_000_000,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
}

export type JobsOptions = {
  databaseUrl: string
  /** If set, the jobs are stored there instead of in the database. */
  redisUrl?: string | undefined
  log: Log
  /**
   * Called before a job is added or started: the engine may hold the jobs of another shop. @throws EngineUnavailable
   */
  assertUsable?: () => Promise<void>
  timing?: Partial<JobTiming>
}

/**
 * Opens the job queue. @throws when the jobs are stored in the database and it does not answer; Redis may become
 * available later
 */
export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const { databaseUrl, redisUrl, log } = options
  const store = redisUrl === undefined ? await openPostgresJobStore(databaseUrl, log) : openRedisJobStore(redisUrl)
  const timing = { ...defaultTiming, ...options.timing }
  const on = { store, timing, assertUsable: options.assertUsable ?? (() => Promise.resolve()) }
  return {
    queue: (name) => openQueue(name, on, options.log),
    work: (name, handler, { concurrency = 2, perSecond } = {}) =>
      openWorker({ name, handler, concurrency, perSecond }, on, options.log.child({ queue: name })),
    close: () => within(closeTimeoutMs, store.close()).catch(() => undefined),
  }
}

type Engine = { store: JobStore; timing: JobTiming; assertUsable: () => Promise<void> }

function openQueue(name: string, { store, timing, assertUsable }: Engine, log: Log): JobQueue {
  const timed = callTimer(store.engine, timing.callTimeout)
  // Nothing reads the events, so BullMQ keeps as few of them as possible.
  const queue = new Queue(
    name,
    { connection: {}, defaultJobOptions: jobOptions, streams: { events: { maxLen: 100 } } },
    store.factory,
  )
  queue.on('error', (error) => log.debug({ err: error, queue: name }, 'the job queue reports an error'))
  return {
    add: async (ids) => {
      await assertUsable()
      const jobs = ids.map((id) => ({ name, data: {}, opts: { jobId: id } }))
      await timed(() => queue.addBulk(jobs))
    },
    // BullMQ returns 0 for a job that is locked, and on Postgres for one that does not exist as well.
    remove: async (id) =>
      (await timed(() => queue.remove(id))) === 1 || (await timed(() => queue.getJobState(id))) === 'unknown',
    close: () => within(closeTimeoutMs, queue.close()).catch(() => undefined),
  }
}

/**
 * BullMQ waits for its engine without a limit, so every call has a timer. While a call that timed out is still pending,
 * no other is started, so that an engine that is down for long does not fill the memory.
 */
function callTimer(engine: string, ms: number): <T>(call: () => Promise<T>) => Promise<T> {
  const waiting = new Set<Promise<unknown>>()
  return async (call) => {
    if (waiting.size > 0) throw new EngineUnavailable(engine)
    const result = call()
    try {
      return await within(ms, result)
    } catch (error) {
      waiting.add(result)
      const over = () => waiting.delete(result)
      result.then(over, over)
      throw new EngineUnavailable(engine, { outcome: 'unknown', cause: error })
    }
  }
}

type Work = { name: string; handler: JobHandler; concurrency: number; perSecond: number | undefined }

function openWorker({ name, handler, concurrency, perSecond }: Work, engine: Engine, log: Log): JobWorker {
  const { store, timing, assertUsable } = engine
  let isClosing = false
  /**
   * BullMQ passes one more job to a worker that closes while it waits: the job goes back to the queue, for another
   * worker.
   */
  const begin: JobHandler = async (id, signal) => {
    await assertUsable()
    if (isClosing) throw new RetryLater(0, 'the shop is stopping')
    return handler(id, signal)
  }
  const worker = new Worker(
    name,
    // BullMQ passes a signal only to a processor that declares three parameters.
    (job: BullJob, _token?: string, signal?: AbortSignal) => perform(begin, job, signal),
    {
      connection: {},
      concurrency,
      ...(perSecond === undefined ? {} : { limiter: { max: perSecond, duration: 1_000 } }),
      lockDuration: timing.lockDuration,
      stalledInterval: timing.stalledInterval,
      // A stalled job is restarted any number of times: the row decides when to give up.
      maxStalledCount: 1_000_000,
      drainDelay: 20,
      runRetryDelay: 1_000,
      settings: { backoffStrategy: pauseAfter },
    },
    store.factory,
  )
  const report = quietly(log)
  let isClosed = false
  // The engine may stop before the last connection closes; by then no caller is waiting.
  worker.on('error', (error) => void (isClosed || report(error)))
  worker.on('stalled', (id) => log.warn({ job: id }, 'a job was abandoned by its worker and is processed again'))
  worker.on('failed', (job, error) => {
    if (!(error instanceof RetryLater))
      log.error({ job: job?.id, err: error.cause }, 'a job failed with an unexpected error')
  })
  return {
    async close() {
      isClosing = true
      await closeWorker(worker, timing, log)
      isClosed = true
    },
  }
}

/** BullMQ stores the errors thrown here: an unexpected one, which may quote anything, goes to the log alone. */
async function perform(handler: JobHandler, job: BullJob, signal: AbortSignal | undefined): Promise<void> {
  try {
    await handler(job.id ?? '', signal ?? new AbortController().signal)
  } catch (error) {
    if (error instanceof RetryLater) throw error
    if (error instanceof EngineUnavailable) throw new RetryLater(error.retryAfterSeconds * 1_000, error.message)
    throw new Error('the job failed unexpectedly', { cause: error })
  }
}

function pauseAfter(attemptsMade: number, _type?: string, error?: Error): number {
  if (error instanceof RetryLater) return error.delayMs
  return Math.min(1_000 * 2 ** Math.min(attemptsMade - 1, 10), 300_000)
}

type Closing = Pick<Worker, 'close' | 'cancelAllJobs'>

async function closeWorker(worker: Closing, { abortAfter, abandonAfter }: JobTiming, log: Log): Promise<void> {
  const abort = setTimeout(() => worker.cancelAllJobs('the shop is stopping'), abortAfter)
  try {
    await within(abandonAfter, worker.close())
  } catch {
    log.warn('a job did not end in time; another worker will process it again')
  } finally {
    clearTimeout(abort)
  }
}

/** While an engine is down, BullMQ reports errors many times a second. */
function quietly(log: Log): (error: Error) => void {
  const absence = openAbsenceLog(log)
  return (error) => absence.failed(new EngineUnavailable('jobs', { cause: error }))
}
