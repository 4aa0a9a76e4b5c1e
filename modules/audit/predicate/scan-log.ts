import { readLocated, type ReadDeps } from '../events/read-events.ts'
import type { EventLogRow } from '../events/tables.ts'
import type { EventLogQueries, Matching, PageAt, Total } from '../read-model.ts'
import type { AuditEvent, Scan } from '../schema.ts'
import { satisfying } from './evaluate.ts'
import type { Predicate } from './syntax.ts'

type Deps = ReadDeps & { log: EventLogQueries }

type Scanning = { predicate: Predicate; matching: Matching; at: PageAt }

/** The matching events, newest first; `scan` where the events themselves had to be read. */
export type MatchingEvents = Total & { content: AuditEvent[]; hasMore: boolean; scan?: Scan }

type Progress = { found: readonly EventLogRow[]; position: number | undefined; events: number; hasMore: boolean }

/**
 * The limits of one request: the number of events that it reads, and the time after which it reads no more, so that
 * with the last batch it ends within 300 ms. Short requests let the caller show progress, and cancel by not sending the
 * next one.
 */
const mostScanned = 2_000
const longestMs = 200
const readAtOnce = 250

/** Reads the events of the rows that match, and evaluates the predicate on each. */
export async function scanLog(deps: Deps, scanning: Scanning): Promise<MatchingEvents> {
  const { at } = scanning
  const { found, position = 0, events, hasMore } = await scanPart(deps, scanning)
  const percent = hasMore ? await percentOf(deps, scanning, position) : 100
  const content = await readLocated(deps, at.after === undefined ? found : found.toReversed())
  const isExact = !hasMore && at.before === undefined && at.after === undefined
  return { content, hasMore, total: found.length, isExact, scan: { position, events, percent } }
}

async function scanPart(deps: Deps, scanning: Scanning): Promise<Progress> {
  const { at } = scanning
  const ends = performance.now() + longestMs
  let progress: Progress = { found: [], position: at.after ?? at.before, events: 0, hasMore: true }
  do progress = await scanOn(deps, scanning, progress)
  while (isUnfinished(progress, at) && performance.now() < ends)
  return progress
}

function isUnfinished({ hasMore, events, found }: Progress, { size }: PageAt): boolean {
  return hasMore && events < mostScanned && found.length < size
}

async function scanOn(deps: Deps, { predicate, matching, at }: Scanning, before: Progress): Promise<Progress> {
  const { rows, hasMore } = await rowsAfter(deps, { matching, at }, before.position)
  const matches = await matchesAmong(deps, predicate, rows)
  const wanted = matches.slice(0, at.size - before.found.length)
  const found = [...before.found, ...wanted]
  // A full page may end before the last event that was read: the next one continues after its last match.
  const passed = found.length === at.size ? rows.findIndex((row) => row === wanted.at(-1)) + 1 : rows.length
  return {
    found,
    position: rows[passed - 1]?.position ?? before.position,
    events: before.events + passed,
    hasMore: hasMore || passed < rows.length,
  }
}

/** The next rows in the order of the scan: newest first, or oldest first if only newer events are requested. */
async function rowsAfter(
  { log }: Deps,
  { matching, at }: Omit<Scanning, 'predicate'>,
  position: number | undefined,
): Promise<{ rows: readonly EventLogRow[]; hasMore: boolean }> {
  const page = { page: 0, size: readAtOnce }
  if (at.after === undefined) return log.page(matching, { ...page, before: position })
  const { rows, hasMore } = await log.page(matching, { ...page, before: at.before, after: position })
  return { rows: rows.toReversed(), hasMore }
}

async function matchesAmong(deps: Deps, predicate: Predicate, rows: readonly EventLogRow[]): Promise<EventLogRow[]> {
  // A predicate cannot refer to the mails of an event.
  const events = await readLocated({ ...deps, mailsOf: async () => new Map() }, rows)
  const matches = new Set(satisfying(predicate, rows, events).map(({ id }) => id))
  return rows.filter((row) => matches.has(row.event_id))
}

/** The part of the log that has been scanned, by positions. */
async function percentOf({ log }: Deps, { matching, at }: Scanning, position: number): Promise<number> {
  const { lowest, highest } = await log.span(matching)
  const from = at.after ?? lowest
  const ahead = highest > from ? (highest - position) / (highest - from) : 0
  const scanned = at.after === undefined ? ahead : 1 - ahead
  return Math.min(99, Math.max(0, Math.floor(100 * scanned)))
}
