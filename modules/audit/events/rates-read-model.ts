import { sql, type Kysely } from 'kysely'

const seconds = 10

/** A rate is counted among so many of the newest events: more than that many are shown as so many. */
const mostCounted = 5_000

/** How many events a second each category of streams has got lately. */
export async function ratesByCategory(db: Kysely<unknown>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ category: string; events: number }>`
    select category, count(*) as events
    from (select category, at from read_event_log.events order by position desc limit ${mostCounted}) newest
    where at > now() - make_interval(secs => ${seconds})
    group by category`.execute(db)
  return new Map(rows.map(({ category, events }) => [category, events / seconds]))
}
