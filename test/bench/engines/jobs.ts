import { createPostgresBackend, createRedisBackend, Queue, Worker, type BackendFactory } from 'bullmq'
import { Pool } from 'pg'
import { openJobs } from '#core/jobs/queue.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { median } from '../support/load.ts'
import { costOf } from '../support/percentiles.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const jobsARound = Number(process.env['BENCH_JOBS'] ?? 2_000)
const concurrency = 8
const batch = 500

function rate(times: readonly number[]): string {
  return (jobsARound / (median(times) / 1_000)).toFixed(0)
}

type JobsEngine = { name: string; databaseUrl: string; redisUrl?: string }

/** Adds jobs with an empty handler, with the shop's queue and with BullMQ alone in turn; jobs per second. */
export async function compareJobs(engine: JobsEngine): Promise<string> {
  const [mine, bare]: [number[], number[]] = [[], []]
  const runMine = async (round: number) => mine.push(await timed(`mine-${round}`, (name) => openMine(engine, name)))
  const runBare = async (round: number) => bare.push(await timed(`bare-${round}`, (name) => openBare(engine, name)))
  for (let round = 0; round <= rounds; round++) {
    // Alternates the order, because the second run finds the code warm.
    for (const run of round % 2 === 0 ? [runMine, runBare] : [runBare, runMine]) await run(round)
    if (round === 0) mine.length = bare.length = 0
  }
  return `jobs on ${engine.name}: ${rate(mine)}/s; bare BullMQ ${rate(bare)}/s: ${costOf(mine, bare)}`
}

type Engine = {
  add(ids: readonly string[]): Promise<unknown>
  work(done: () => void): void
  close(): Promise<void>
}

async function timed(name: string, open: (name: string) => Promise<Engine>): Promise<number> {
  const engine = await open(name)
  const over = Promise.withResolvers<void>()
  let left = jobsARound
  const begun = performance.now()
  for (let first = 0; first < jobsARound; first += batch) {
    await engine.add(Array.from({ length: batch }, (_, i) => `job-${first + i}`))
  }
  engine.work(() => {
    left -= 1
    if (left === 0) over.resolve()
  })
  await over.promise
  const took = performance.now() - begun
  await engine.close()
  return took
}

async function openMine({ databaseUrl, redisUrl }: JobsEngine, name: string): Promise<Engine> {
  const jobs = await openJobs({ databaseUrl, redisUrl, log: silentLog })
  const queue = jobs.queue(name)
  const closers = [() => queue.close()]
  return {
    add: (ids) => queue.add(ids),
    work(done) {
      const worker = jobs.work(name, () => Promise.resolve(done()), { concurrency })
      closers.unshift(() => worker.close())
    },
    async close() {
      for (const close of closers) await close()
      await jobs.close()
    },
  }
}

/** A queue and a worker as in BullMQ's manual; completed jobs are removed, as in the shop. */
async function openBare({ databaseUrl, redisUrl }: JobsEngine, name: string): Promise<Engine> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4, options: '-c search_path=bullmq' })
  const factory: BackendFactory = (queueName, options, extra) =>
    redisUrl === undefined
      ? createPostgresBackend(queueName, { ...options, connection: pool }, extra)
      : createRedisBackend(queueName, { ...options, connection: { url: redisUrl, maxRetriesPerRequest: null } }, extra)
  const queue = new Queue(name, { connection: {}, defaultJobOptions: { removeOnComplete: true } }, factory)
  const closers = [() => queue.close()]
  return {
    add: (ids) => queue.addBulk(ids.map((id) => ({ name, data: {}, opts: { jobId: id } }))),
    work(done) {
      const worker = new Worker(name, () => Promise.resolve(done()), { connection: {}, concurrency }, factory)
      closers.unshift(() => worker.close())
    },
    async close() {
      for (const close of closers) await close()
      await pool.end()
    },
  }
}
