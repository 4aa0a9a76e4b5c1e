import { Queue } from 'bullmq'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withSettings } from '#core/database/session/settings.ts'
import { addJobs, jobSteps, type StepOptions } from '#core/jobs/postgres/job-steps.ts'
import { openPostgresJobStore, type JobStore } from '#core/jobs/postgres.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { freshDatabase, openPool, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let store: JobStore
let pool: Pool

beforeEach(async () => {
  fresh = await freshDatabase()
  store = await openPostgresJobStore(fresh.url, silentLog)
  pool = openPool(withSettings(fresh.url, { search_path: 'bullmq' }), 4)
})

afterEach(async () => {
  await pool.end()
  await store.close()
  await fresh.drop()
})

const add = (...ids: string[]) =>
  addJobs(
    pool,
    'letters',
    ids.map((id) => ({ id, name: 'letters', opts: {}, at: 1 })),
  )

/** The slots of another worker. */
const worker = (options: Partial<StepOptions> = {}) => jobSteps(pool, { queue: 'letters', lockMs: 60_000, ...options })

async function column<Value>(text: string): Promise<Value[]> {
  const { rows } = await pool.query<[Value]>({ text, rowMode: 'array' })
  return rows.map(([value]) => value)
}

describe('the steps of jobs on Postgres', () => {
  test('hands each job to one slot, in the order in which they were added', async () => {
    await add('a', 'b', 'c')
    await add('b', 'd')
    const step = worker()
    const outcomes = await Promise.all(['1', '2', '3'].map((token) => step({ token, takesNext: true })))
    expect(outcomes.map(({ taken }) => taken?.id)).toEqual(['a', 'b', 'c'])
    expect((await worker()({ token: '4', takesNext: true })).taken?.id).toBe('d')
    expect((await worker()({ token: '5', takesNext: true })).taken).toBeUndefined()
  })

  test('shares a commit between the slots of a worker', async () => {
    await add('a', 'b', 'c', 'd')
    const step = worker()
    await Promise.all(['1', '2'].map((token) => step({ token, takesNext: true })))
    expect(await column('select distinct xmin::text from job where state = $$active$$')).toHaveLength(1)
    const outcomes = await Promise.all([
      step({ token: '1', completes: 'a', takesNext: true }),
      step({ token: '2', completes: 'b', takesNext: true }),
    ])
    expect(outcomes.map(({ taken }) => taken?.id)).toEqual(['c', 'd'])
    expect(await column('select id from job order by id')).toEqual(['c', 'd'])
    expect(await column('select distinct xmin::text from job')).toHaveLength(1)
  })

  test('completes no job that its slot has lost, and gives that slot no other', async () => {
    await add('a', 'b')
    const step = worker()
    await step({ token: '1', takesNext: true })
    await pool.query(`update job set lock_token = 'another' where id = 'a'`)
    const lost = await step({ token: '1', completes: 'a', takesNext: true })
    expect(lost).toMatchObject({ isCompleted: false, taken: undefined })
    expect(await column('select id from job where state = $$waiting$$')).toEqual(['b'])
    expect(await column('select lock_token from job where id = $$a$$')).toEqual(['another'])
  })

  test('takes no more jobs than the limit allows, in all processes together', async () => {
    await add('a', 'b', 'c', 'd', 'e')
    const limit = { max: 3, duration: 3_600_000 }
    const slots = [worker({ limit }), worker({ limit })].flatMap((step, index) =>
      ['1', '2'].map((token) => step({ token: `${index}-${token}`, takesNext: true })),
    )
    const taken = (await Promise.all(slots)).flatMap((outcome) => outcome.taken?.id ?? [])
    expect(new Set(taken).size).toBe(3)
    expect(taken).toHaveLength(3)
    const refused = await worker({ limit })({ token: '5', takesNext: true })
    expect(refused.taken).toBeUndefined()
    expect(refused.limitedMs).toBeGreaterThan(0)
    await pool.query('update rate_limit set expire_at_ms = 1')
    expect((await worker({ limit })({ token: '6', takesNext: true })).taken).toBeDefined()
    expect(await column<string>('select points from rate_limit')).toEqual(['1'])
  })

  test('takes a delayed job once it is due, before those that wait, and says when the next one is', async () => {
    await add('a', 'b', 'c')
    await pool.query(`update job set state = 'delayed', process_at_ms = 1 where id = 'b'`)
    await pool.query(`update job set state = 'delayed', process_at_ms = 9e12 where id = 'c'`)
    const step = worker()
    expect((await step({ token: '1', takesNext: true })).taken?.id).toBe('b')
    expect((await step({ token: '2', takesNext: true })).taken?.id).toBe('a')
    expect(await step({ token: '3', takesNext: true })).toMatchObject({ taken: undefined, nextDue: 9e12 })
  })

  test('writes nothing when there is nothing to take', async () => {
    await pool.query(`insert into rate_limit values ('letters', 0, 0)`)
    const session = openPool(withSettings(fresh.url, { search_path: 'bullmq' }), 1)
    const step = jobSteps(session, { queue: 'letters', lockMs: 60_000, limit: { max: 3, duration: 1_000 } })
    await session.query('begin')
    expect((await step({ token: '1', takesNext: true })).taken).toBeUndefined()
    const { rows } = await session.query('select pg_current_xact_id_if_assigned() as id')
    expect(rows).toEqual([{ id: null }])
    await session.query('rollback')
    await session.end()
  })

  test('gives each job the options of the queue that has added it', async () => {
    const queue = new Queue('letters', { connection: {}, defaultJobOptions: { attempts: 7 } }, store.factory)
    await queue.addBulk([{ name: 'letters', data: {}, opts: { jobId: 'a' } }])
    await queue.close()
    const { taken } = await worker()({ token: '1', takesNext: true })
    expect(taken).toMatchObject({ id: 'a', name: 'letters', opts: { attempts: 7 }, made: 0, started: 1, stalled: 0 })
    expect(await column('select max_attempts from job')).toEqual([7])
  })
})
