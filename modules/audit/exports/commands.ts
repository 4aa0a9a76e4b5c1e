import { isoTime, type Clock } from '#core/domain/clock.ts'
import { csvLines } from '#core/http/responses/csv.ts'
import { Rejection } from '#core/domain/errors.ts'
import { openHashChain, type SigningKey } from '#core/crypto/hash-chain.ts'
import type { NewId } from '#core/domain/ids.ts'
import type { PersonalData } from '#core/personal-data/personal-data.ts'
import type { ExportedFilter, ExportRow, ExportTables } from './tables.ts'
import type { ReadDeps } from '../events/read-events.ts'
import type { Fields } from '../predicate/field.ts'
import { wantedEvents, withPredicates, type WantedEvents } from './wanted-events.ts'
import type { EventLogQueries } from '../read-model.ts'
import type { AuditEvent, ExportFormat } from '../schema.ts'
import { inIndia } from '#core/text/indian-words.ts'

export type ExportDeps = {
  everyEvent: ReadDeps['everyEvent']
  wording: ReadDeps['wording']
  log: EventLogQueries
  /** What a predicate can name. */
  fields: Fields
  exports: ExportTables
  personalData: Pick<PersonalData, 'sealFor' | 'open'>
  signingKey: SigningKey
  clock: Clock
  newId: NewId
  /** Whether the disk has room; without it no export is created. */
  hasRoom: () => boolean
}

const eventsAtOnce = 200
const partLength = 256 * 1024
/** A predicate may leave little to write for long; each part also renews the lease and stores the progress. */
const longestPartMs = 5_000

/** Requests an export, which is created in the background. Resolves to its id. */
export async function requestExport(
  deps: ExportDeps,
  {
    requestedBy,
    format,
    filter: { where, ...marks },
  }: { requestedBy: string; format: ExportFormat; filter: ExportedFilter },
): Promise<string> {
  const id = deps.newId()
  const filter = {
    ...marks,
    ...(where !== undefined && { where: await deps.personalData.sealFor(requestedBy, where) }),
  }
  await deps.exports.insert({ id, asked_by: requestedBy, asked_at: isoTime(deps.clock()), format, filter })
  return id
}

/**
 * Creates the next waiting export; false if there is none, or no room for it. An export interrupted by `signal` or a
 * full disk starts over later.
 */
export async function makeNextExport(deps: ExportDeps, signal: AbortSignal): Promise<boolean> {
  if (!deps.hasRoom()) return false
  const lease = deps.newId()
  const row = await deps.exports.claim(lease)
  if (row === undefined) return false
  try {
    const isWhole = await writeParts(deps, { row, lease, signal })
    await (isWhole ? deps.exports.finish(row.id, lease) : deps.exports.release(row.id, lease))
  } catch (error) {
    if (!(error instanceof Rejection)) {
      await deps.exports.release(row.id, lease).catch(() => undefined)
      throw error
    }
    await deps.exports.fail(row.id, lease, error.message)
  }
  return true
}

type Making = { row: ExportRow; lease: string; signal: AbortSignal }

/** False if it was interrupted, or taken over by another process. */
async function writeParts(deps: ExportDeps, { row, lease, signal }: Making): Promise<boolean> {
  let part = 0
  for await (const { text, ...progress } of partsOf(deps, row)) {
    if (signal.aborted || !deps.hasRoom()) return false
    const sealed = await deps.personalData.sealFor(row.asked_by, text)
    if (!(await deps.exports.addPart(row.id, { lease, part, sealed, ...progress }))) return false
    part += 1
  }
  return true
}

/** The file in parts, each with the progress so far. It contains the events that existed when it began. */
async function* partsOf(deps: ExportDeps, row: ExportRow) {
  const [[shown = row], wanted] = await Promise.all([withPredicates(deps, [row]), wantedEvents(deps, row)])
  const [newest] = (await deps.log.page(wanted.matching, { page: 0, size: 1 })).rows
  const until = newest?.position ?? 0
  const writer = writerOf(deps, shown)
  const isDue = everyMs(longestPartMs)
  let text = writer.begin()
  let at = { after: 0, events: 0, first: 0 }
  for (let isLast = until === 0; !isLast;) {
    const page = await nextEvents(deps, wanted, { after: at.after, until })
    isLast = page.isLast
    at = { after: page.last, events: at.events + page.events.length, first: at.first || page.first }
    text += writer.add(page.events)
    if (text.length < partLength && !isDue()) continue
    yield { text, events: at.events, percent: Math.floor((99 * (at.after - at.first)) / Math.max(until - at.first, 1)) }
    text = ''
  }
  yield { text: text + writer.end(), events: at.events, percent: 99 }
}

type Span = { after: number; until: number }

/** The next events, oldest first, of those that existed when the export began. */
async function nextEvents({ log }: ExportDeps, { matching, among }: WantedEvents, { after, until }: Span) {
  const { rows, hasMore } = await log.page(matching, { page: 0, size: eventsAtOnce, after })
  const span = rows.toReversed().filter(({ position }) => position <= until)
  const last = span.at(-1)?.position ?? until
  return { events: await among(span), first: span[0]?.position ?? until, last, isLast: !hasMore || last >= until }
}

/** Returns a function that is true if that much time has passed since it was last true. */
function everyMs(ms: number): () => boolean {
  let last = performance.now()
  return () => {
    if (performance.now() - last < ms) return false
    last = performance.now()
    return true
  }
}

type Writer = { begin(): string; add(events: readonly AuditEvent[]): string; end(): string }

function writerOf({ signingKey, clock }: ExportDeps, { format, filter, asked_by: askedBy }: ExportRow): Writer {
  if (format === 'csv') {
    return {
      begin: () => csvLines([Object.keys(columns)], { bom: true }),
      add: (events) => csvLines(events.map((event) => Object.values(columns).map((column) => column(event)))),
      end: () => '',
    }
  }
  const header = { format: 'audit-export', version: 1, madeAt: isoTime(clock()), askedBy, filter }
  const chain = openHashChain(signingKey, header)
  return {
    begin: () => `${chain.first}\n`,
    add: (events) => events.map(({ mails: _mails, ...event }) => `${chain.add({ event })}\n`).join(''),
    end: () => `${chain.close()}\n`,
  }
}

const columns: Record<string, (event: AuditEvent) => string | number> = {
  Position: ({ position }) => position,
  'Time in India': ({ at }) => inIndia(at),
  'Time in UTC': ({ at }) => at,
  'What happened': ({ sentence }) => sentence,
  Reason: ({ why = '' }) => why,
  Stream: ({ stream }) => stream,
  Revision: ({ revision }) => revision,
  Type: ({ type }) => type,
  Who: ({ by }) => by.name,
  Role: ({ by }) => by.role,
  'Account id': ({ by }) => by.id,
  Request: ({ correlationId }) => correlationId,
  Cause: ({ causationId }) => causationId,
  'Event id': ({ id }) => id,
  Data: ({ data }) => JSON.stringify(data),
}

/** The file of a finished export, part by part. @throws Rejection `not-found` if its requester has been erased */
export async function* exportFile({ exports, personalData }: ExportDeps, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await exports.part(id, part)
    if (row === undefined) return
    const text = await personalData.open(row.sealed)
    if (text === undefined) throw new Rejection('not-found', 'The account that requested this export no longer exists')
    yield Buffer.from(text)
  }
}
