import type { Database } from '../../../database/database.ts'
import { databaseFailure } from '../../../database/failure.ts'

/** Points to add to a key, whose window lasts `durationMs` from the first point. */
export type Addition = { key: string; points: number; durationMs: number }

/** The points of a key in its current window, after an addition. */
export type Count = { points: number; msLeft: number }

/** The counts that all processes share. */
export type SharedCounts = {
  /** Adds to each key, once per key, and resolves to the counts after that. @throws EngineUnavailable */
  add(additions: readonly Addition[]): Promise<ReadonlyMap<string, Count>>
}

// Sorted, so that two processes that add to the same keys lock the rows in the same sequence. The commit does not wait
// for the disk: a crash of the database may lose the counts of its last moments.
const statement = `
  with given as (
    select * from unnest($1::text[], $2::int[], $3::bigint[]) as given (key, points, duration) order by key
  ), present as (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, set_config('synchronous_commit', 'off', true)
  )
  insert into throttles as kept (key, points, expire)
  select key, points, present.ms + duration from given, present
  on conflict (key) do update set
    points = case when kept.expire > (select ms from present) then greatest(0, kept.points + excluded.points)
      else greatest(0, excluded.points) end,
    expire = case when kept.expire > (select ms from present) then kept.expire else excluded.expire end
  returning key, points, expire - (select ms from present) as ms_left`

type Row = { key: string; points: number; ms_left: string }

/** The counts in the table of the throttles. */
export function sharedCounts(pool: Database['pool']): SharedCounts {
  return {
    async add(additions) {
      const columns = [additions.map((a) => a.key), additions.map((a) => a.points), additions.map((a) => a.durationMs)]
      const { rows } = await pool
        .query<Row>({ name: 'add-to-budgets', text: statement, values: columns })
        .catch((error: unknown) => {
          throw databaseFailure(error)
        })
      return new Map(rows.map(({ key, points, ms_left }) => [key, { points, msLeft: Number(ms_left) }]))
    },
  }
}
