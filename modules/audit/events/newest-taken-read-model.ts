import { sql, type Kysely } from 'kysely'

/** A reader of the log: it has taken all events of these types up to a position. */
export type Reader = { name: string; types: readonly string[]; position: number }

/** The newest event that a reader has taken. */
export type TakenEvent = { position: number; type: string; at: string }

type Row = TakenEvent & { name: string }

/** The newest event that each reader has taken, by name; a reader without one is missing. One look-up for each type. */
export async function newestTaken(
  db: Kysely<unknown>,
  readers: readonly Reader[],
): Promise<ReadonlyMap<string, TakenEvent>> {
  const { rows } = await sql<Row>`
    select distinct on (reader.name) reader.name, newest.position, newest.type, newest.at
    from json_to_recordset(${JSON.stringify(readers)}::json) as reader (name text, types json, position bigint)
    cross join lateral json_array_elements_text(reader.types) as wanted (type)
    cross join lateral (
      select position, type, at from read_event_log.events
      where type = wanted.type and position <= reader.position
      order by position desc limit 1) newest
    order by reader.name, newest.position desc`.execute(db)
  return new Map(rows.map(({ name, ...event }) => [name, event]))
}
