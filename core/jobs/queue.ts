import { Queue, Worker, type Job as BullJob } from 'bullmq'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { openAbsenceLog } from '#core/telemetry/absence-log.ts'
import type { Log } from '#core/telemetry/log.ts'
import { within } from '../async/deadline.ts'
import { openPostgresJobStore, type JobStore } from './postgres.ts'
import { openRedisJobStore } from './redis.ts'
import { RetryLater } from './retry-later.ts'

/** Adds jobs. A job is its id: what is to be done, and whether it still is, stands in whoever's table the id is of. */
export type JobQueue = {
  /**
   * Puts in those that are not there already, waiting, delayed or under way.
   * @throws EngineUnavailable when the engine does not answer in time; adding them again is harmless
   */
  add(ids: readonly string[]): Promise<void>
  /** Takes a waiting or delayed job out: false where it is under way, and stays. @throws EngineUnavailable */
  remove(id: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * Does one job. Whoever throws `RetryLater` sees the job again when it says so, likewise with `EngineUnavailable`; any
 * other failure is tried again after a pause that grows from a second to five minutes. `signal` fires when the shop stops and the job had its time.
 */
export type JobHandler = (id: string, signal: AbortSignal) => Promise<void>

export type JobWorker = {
  /** Takes no further job, lets those under way end, and gives up on them after ten seconds. */
  close(): Promise<void>
}

/** How many jobs run side by side, and how many are begun in a second at most, all processes together. */
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
  /** How long any call to the engine is waited for. */
  callTimeout: number
  /** A worker that was killed frees its jobs within the lock and two looks for stalled ones. */
  lockDuration: number
  stalledInterval: number
  /** While its worker closes, a job under way is told to stop after the first, and left behind after the second. */
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

/** The row that a job stands for says when it is over; the queue itself never gives up, and keeps nothing that is done. */
const jobOptions = {
  attempts: 1_000_000,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
}

export type JobsOptions = {
  databaseUrl: string
  /** Where it is given, the jobs are there and not in the database. */
  redisUrl?: string | undefined
  log: Log
  /** Asked before a job is added or begun: the engine may hold the jobs of another shop. @throws EngineUnavailable */
  assertUsable?: () => Promise<void>
  timing?: Partial<JobTiming>
}

/** Opens the job queue. @throws when the database is to keep the jobs and does not answer; Redis may come later */
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
  // Events are read by nobody: the least that BullMQ keeps of them is enough.
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
      if (jobs.length > 0) await timed(() => queue.addBulk(jobs))
    },
    // BullMQ answers 0 for a job that is locked, and on Postgres for one that is not there as well.
    remove: async (id) =>
      (await timed(() => queue.remove(id))) === 1 || (await timed(() => queue.getJobState(id))) === 'unknown',
    close: () => within(closeTimeoutMs, queue.close()).catch(() => undefined),
  }
}

/**
 * BullMQ waits for its engine without an end: every call has a timer of its own. While one that was given up still waits,
 * no other is begun, so that an engine that is down for long does not fill the memory.
 */
function callTimer(engine: string, ms: number): <T>(call: () => Promise<T>) => Promise<T> {
  const waiting = new Set<Promise<unknown>>()
  return async (call) => {
    if (waiting.size > 0) throw new EngineUnavailable(engine)
    const answer = call()
    try {
      return await within(ms, answer)
    } catch (error) {
      waiting.add(answer)
      const over = () => waiting.delete(answer)
      answer.then(over, over)
      throw new EngineUnavailable(engine, { outcome: 'unknown', cause: error })
    }
  }
}

type Work = { name: string; handler: JobHandler; concurrency: number; perSecond: number | undefined }

function openWorker({ name, handler, concurrency, perSecond }: Work, engine: Engine, log: Log): JobWorker {
  const { store, timing, assertUsable } = engine
  let isClosing = false
  /** A worker that closes while it waits for a job is given one more by BullMQ: it goes back, for another worker. */
  const begin: JobHandler = async (id, signal) => {
    await assertUsable()
    if (isClosing) throw new RetryLater(0, 'the shop stops')
    return handler(id, signal)
  }
  const worker = new Worker(
    name,
    // BullMQ hands out a signal only to a processor that declares three parameters.
    (job: BullJob, _token?: string, signal?: AbortSignal) => perform(begin, job, signal),
    {
      connection: {},
      concurrency,
      ...(perSecond === undefined ? {} : { limiter: { max: perSecond, duration: 1_000 } }),
      lockDuration: timing.lockDuration,
      stalledInterval: timing.stalledInterval,
      // A stalled job is taken up again however often: the row says when to give up.
      maxStalledCount: 1_000_000,
      drainDelay: 20,
      runRetryDelay: 1_000,
      settings: { backoffStrategy: pauseAfter },
    },
    store.factory,
  )
  const report = quietly(log)
  let isClosed = false
  // The engine may stop before the last of its connections: then nobody waits for an answer any more.
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

/** What leaves here is written down by BullMQ: an unexpected error, which may quote anything, goes to the log alone. */
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
  const abort = setTimeout(() => worker.cancelAllJobs('the shop stops'), abortAfter)
  try {
    await within(abandonAfter, worker.close())
  } catch {
    log.warn('a job did not end in time; another worker processes it again')
  } finally {
    clearTimeout(abort)
  }
}

/** An engine that is down makes BullMQ report many times a second. */
function quietly(log: Log): (error: Error) => void {
  const absence = openAbsenceLog(log)
  return (error) => absence.failed(new EngineUnavailable('jobs', { cause: error }))
}
