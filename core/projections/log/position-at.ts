import { sql } from 'kysely'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '../../database/database.ts'
import { Rejection } from '../../domain/errors.ts'
import { UndecodableEvent, type EventStore, type Page, type Position } from '../../event-store/event-store.ts'
import { Timestamp } from '../../http/schemas/timestamp.ts'

type Deps = { db: Db; store: EventStore }

/** The timestamps of the API, and dates, which mean 00:00 UTC. */
const time = Compile(Type.Union([Timestamp, Type.String({ format: 'date' })]))
const isTime = (text: string): boolean => time.Check(text)

/**
 * Parses a position from an operator: a number, or a time, which means the last event up to then.
 * @throws Rejection `invalid` for anything else, such as a date that does not exist
 */
export async function positionOf(deps: Deps, text: string): Promise<Position> {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!isTime(text))
    throw new Rejection('invalid', `"${text}" is neither a position nor a time: specify 1200, or 2026-11-21T09:30:00Z`)
  return positionAt(deps, Date.parse(text))
}

/** The last event written up to that time. The read model `event-log` gives a starting point; the log decides. */
async function positionAt({ db, store }: Deps, time: number): Promise<Position> {
  let at = await listedUntil(db, time)
  for (;;) {
    const page = await pageAfter(store, at)
    const later = page.events.findIndex((event) => Date.parse(event.at) > time)
    if (later >= 0) return page.events[later - 1]?.position ?? at
    if (page.position <= at) return at
    at = page.position
  }
}

async function listedUntil(db: Db, time: number): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`
    select coalesce(max(position), 0) as position from read_event_log.events
    where at <= ${new Date(time).toISOString()}`.execute(db)
  return rows[0]?.position ?? 0
}

async function pageAfter(store: EventStore, after: Position): Promise<Page> {
  try {
    return await store.readAll(after, { limit: 1_000 })
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    return { events: [], position: error.event.position, isFull: true, last: undefined }
  }
}
