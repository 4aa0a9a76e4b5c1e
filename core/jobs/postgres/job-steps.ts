import type { JobsOptions } from 'bullmq'
import type { Pool } from 'pg'
import { inBatches } from '../../async/batches.ts'

/** What a worker's slot asks for at once: to complete the job that it holds, to get the next one, or both. */
export type Step = {
  /** The slot's token, under which it holds its job. */
  token: string
  completes?: string | undefined
  takesNext: boolean
}

/** A job that was handed to the slot with this token, with its attempts up to now. */
export type TakenJob = {
  token: string
  id: string
  name: string
  opts: JobsOptions
  made: number
  started: number
  added: number
  stalled: number
}

export type StepOutcome = {
  /** False if the slot no longer holds the job that it wanted to complete: then it gets no next one either. */
  isCompleted: boolean
  taken: TakenJob | undefined
  /** When there is nothing to take: how long the limit per second lasts in ms, and when a delayed job becomes due. */
  limitedMs: number
  nextDue: number
}

export type StepOptions = {
  queue: string
  /** The duration of a job's lock in ms. */
  lockMs: number
  limit?: { max: number; duration: number } | undefined
}

/** More than a worker has slots. */
const mostAtOnce = 100

/** No one waits for a job, so there is time to collect steps; slots that have shared a statement share the next one, too. */
const windowMs = 10

/** All slots of a worker share a statement, and with it a commit, where they ask at the same time. */
export function jobSteps(pool: Pool, options: StepOptions): (step: Step) => Promise<StepOutcome> {
  let hasLimitRow = options.limit === undefined
  return inBatches(
    async (steps) => {
      if (!hasLimitRow) await pool.query(limitRowText, [options.queue])
      hasLimitRow = true
      return stepTogether(pool, options, steps)
    },
    { most: mostAtOnce, keyOf: ({ token }) => token, windowMs },
  )
}

/** Two processes that take their first jobs at the same time need a row to lock. */
const limitRowText = 'insert into rate_limit (queue, points, expire_at_ms) values ($1, 0, 0) on conflict do nothing'

type Row = { completed: string[]; taken: TakenJob[]; full_until: number | null; next_due: number | null }

async function stepTogether(pool: Pool, options: StepOptions, steps: readonly Step[]): Promise<StepOutcome[]> {
  const { queue, lockMs, limit } = options
  const now = Date.now()
  const { rows } = await pool.query<Row>({
    name: 'job steps',
    text: stepText,
    values: [
      queue,
      steps.map(({ token }) => token),
      steps.map(({ completes }) => completes ?? null),
      steps.map(({ takesNext }) => takesNext),
      now,
      lockMs,
      limit?.max ?? null,
      limit?.duration ?? null,
    ],
  })
  const [row] = rows
  if (row === undefined) throw new TypeError('the steps of jobs have no outcome')
  const completed = new Set(row.completed)
  const taken = new Map(row.taken.map((job) => [job.token, job]))
  const limitedMs = row.full_until === null ? 0 : Math.max(0, row.full_until - now)
  return steps.map(({ token, completes }) => ({
    isCompleted: completes === undefined || completed.has(completes),
    taken: taken.get(token),
    limitedMs,
    nextDue: row.next_due ?? 0,
  }))
}

/**
 * Deletes the completed jobs and takes the next ones: the delayed ones that are due first, then those that wait longest.
 * The row of the limit is locked first, so that all processes share it, but only if there is a job to take: a lock costs
 * a commit. Jobs that others are taking are skipped.
 */
const stepText = `
  with given as (
    select * from unnest($2::text[], $3::text[], $4::boolean[]) with ordinality as given (token, completes, takes, place)
  ),
  completed as (
    delete from job using given
    where job.queue = $1 and job.id = given.completes and job.state = 'active' and job.lock_token = given.token
    returning job.id
  ),
  taking as (
    select token, row_number() over (order by place) as turn from given
    where takes and (completes is null or completes in (select id from completed))
  ),
  limiter as (
    select case when expire_at_ms <= $5::bigint then 0 else points end as used, expire_at_ms
    from rate_limit where queue = $1 for update
  ),
  allowed as (
    select case
      when count(*) = 0 then 0
      when not exists (select from job where queue = $1 and state = 'waiting') and not exists (
        select from job where queue = $1 and state = 'delayed' and process_at_ms <= $5::bigint) then 0
      when $7::integer is null then count(*)
      else least(count(*), greatest(0, $7::integer - coalesce((select used from limiter), 0)))
    end as most from taking
  ),
  due as (
    select id from job where queue = $1 and state = 'delayed' and process_at_ms <= $5::bigint
    order by process_at_ms limit (select most from allowed) for update skip locked
  ),
  waiting as (
    select id from job where queue = $1 and state = 'waiting'
    order by priority, seq limit (select most from allowed) for update skip locked
  ),
  chosen as (
    select id, row_number() over () as turn
    from (select id from due union all select id from waiting limit (select most from allowed)) ordered
  ),
  taken as (
    update job set state = 'active', lock_token = taking.token, locked_until_ms = $5::bigint + $6::bigint,
      processed_at_ms = $5::bigint, delay_ms = 0, attempts_started = attempts_started + 1
    from chosen join taking using (turn)
    where job.queue = $1 and job.id = chosen.id
    returning taking.token, job.id, job.name, job.opts, job.attempts_made as made, job.attempts_started as started,
      job.added_at_ms as added, job.stalled_count as stalled
  ),
  spent as (
    insert into rate_limit (queue, points, expire_at_ms)
    select $1::text, count(*), $5::bigint + $8::bigint from taken having count(*) > 0 and $7::integer is not null
    on conflict (queue) do update set
      points = excluded.points + case when rate_limit.expire_at_ms <= $5::bigint then 0 else rate_limit.points end,
      expire_at_ms =
        case when rate_limit.expire_at_ms <= $5::bigint then excluded.expire_at_ms else rate_limit.expire_at_ms end
  )
  select
    (select coalesce(array_agg(id), '{}') from completed) as completed,
    (select coalesce(json_agg(taken), '[]') from taken) as taken,
    (select expire_at_ms::float8 from rate_limit
      where queue = $1 and points >= $7::integer and expire_at_ms > $5::bigint) as full_until,
    (select min(process_at_ms)::float8 from job
      where queue = $1 and state = 'delayed' and process_at_ms > $5::bigint) as next_due`

/** A job to be added. */
export type AddedJob = { id: string; name: string; opts: JobsOptions; at: number }

/** Adds the jobs that do not exist yet, in this order, and wakes the workers if there is a new one. */
export async function addJobs(pool: Pool, queue: string, jobs: readonly AddedJob[]): Promise<void> {
  await pool.query({ name: 'add jobs', text: addText, values: [queue, JSON.stringify(jobs)] })
}

/** The channel is BullMQ's. */
const addText = `
  with added as (
    insert into job (queue, id, seq, name, state, opts, max_attempts, added_at_ms)
    select $1::text, id, nextval('job_seq'), name, 'waiting', opts, coalesce((opts->>'attempts')::integer, 1), at
    from json_to_recordset($2::json) as given (id text, name text, opts jsonb, at bigint)
    on conflict (queue, id) do nothing
    returning id
  )
  select pg_notify('bullmq_jobs', $1) from added limit 1`
