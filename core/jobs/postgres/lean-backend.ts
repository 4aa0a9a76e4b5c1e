import { PostgresQueueBackend, type JobJson, type PostgresConnection, type QueueBaseOptions } from 'bullmq'
import type { Pool } from 'pg'
import { addJobs, jobSteps, type Step, type StepOutcome, type TakenJob } from './job-steps.ts'

/** BullMQ passes the options of a queue or of a worker; its type names only what both have. */
type GivenOptions = QueueBaseOptions & { lockDuration?: number; limiter?: { max: number; duration?: number } }

/** BullMQ's own defaults. */
const lockDuration = 30_000
const limitDuration = 1_000

type Adding = Parameters<PostgresQueueBackend['addJobs']>[0]
type Completing = Parameters<PostgresQueueBackend['moveToCompleted']>

/**
 * BullMQ's backend for Postgres, with statements of our own for the three steps that every job takes: it is added, taken
 * and completed. BullMQ's functions for them serve flows, priorities, metrics and events as well, none of which the jobs
 * of `JobQueue` have; a mail cost 2 to 3 ms of processor in them. Everything else is BullMQ's, such as retries, locks
 * and recovery from crashes, on the same rows: processes with and without this class can share a queue.
 */
export class LeanBackend extends PostgresQueueBackend {
  readonly #pool: Pool
  readonly #step: (step: Step) => Promise<StepOutcome>

  constructor(connection: PostgresConnection, pool: Pool, { name, options }: { name: string; options: GivenOptions }) {
    super(connection, name, { ...options, connection: pool })
    this.#pool = pool
    const { limiter } = options
    const limit = limiter && { max: limiter.max, duration: limiter.duration ?? limitDuration }
    this.#step = jobSteps(pool, { queue: name, lockMs: options.lockDuration ?? lockDuration, limit })
  }

  override async addJobs(adding: Adding): Promise<string[]> {
    const jobs = adding.map(({ job: { name, opts, timestamp }, jobId }) => ({ id: jobId, name, opts, at: timestamp }))
    await addJobs(this.#pool, this.queueName, jobs)
    return jobs.map(({ id }) => id)
  }

  override async moveToActive(token: string): Promise<unknown[]> {
    return nextOf(await this.#step({ token, takesNext: true }))
  }

  override async moveToCompleted(...completing: Completing) {
    const [job, , , token, fetchNext] = completing
    const finishedOn = Date.now()
    const takesNext = fetchNext && this.closing === undefined
    const outcome = await this.#step({ token, completes: job.id, takesNext })
    // BullMQ throws the error that its worker expects.
    if (!outcome.isCompleted) return super.moveToCompleted(...completing)
    return { result: takesNext ? nextOf(outcome) : undefined, finishedOn }
  }
}

/** The form that BullMQ's worker expects: a job and its id, or how long to wait for one. */
function nextOf({ taken, limitedMs, nextDue }: StepOutcome): unknown[] {
  if (taken !== undefined) return [jobJson(taken), taken.id, 0, 0]
  return limitedMs > 0 ? [null, '', limitedMs, 0] : [null, '', 0, nextDue]
}

function jobJson({ id, name, opts, made, started, added, stalled }: TakenJob): JobJson {
  return {
    id,
    name,
    opts,
    data: '{}',
    progress: 0,
    attemptsMade: made,
    attemptsStarted: started,
    stalledCounter: stalled,
    timestamp: added,
    processedOn: Date.now(),
    delay: 0,
    priority: 0,
    failedReason: '',
    stacktrace: '[]',
    returnvalue: 'null',
  }
}
