import { categoryOf, UndecodableEvent, type EventStore, type RecordedEvent } from '#core/event-store/event-store.ts'
import { rawText } from '#core/event-store/codec/raw-text.ts'
import type { StreamEntry } from '#core/event-store/stream-entries.ts'
import type { EventLogRow } from './tables.ts'
import type { AuditEvent, AuditMail } from '../schema.ts'
import { whyOf, type AuditWording } from '../domain/wording.ts'

/** The mails that these events caused, by event id. */
export type MailsOf = (eventIds: readonly string[]) => Promise<ReadonlyMap<string, AuditMail[]>>

export type ReadDeps = {
  /** Includes the events that an operator has skipped, which are shown as stored. */
  everyEvent: Pick<EventStore, 'readStream' | 'readPlaces'>
  mailsOf: MailsOf
  wording: Pick<AuditWording, 'sentenceOf' | 'unreadableSentenceOf'>
}

/** The events that these rows locate, in the same order, presented for an admin. */
export async function readLocated(deps: ReadDeps, rows: readonly EventLogRow[]): Promise<AuditEvent[]> {
  const [found, mails] = await Promise.all([readPlaces(deps, rows), deps.mailsOf(rows.map(({ event_id: id }) => id))])
  const byId = new Map(found.map((event) => [event.id, event]))
  return rows.flatMap(({ event_id: id }) => {
    const event = byId.get(id)
    return event ? [{ ...event, mails: mails.get(id) ?? [] }] : []
  })
}

/** The same for events that have already been read, or could not be read. */
export async function presentAll(
  { mailsOf, wording }: ReadDeps,
  entries: readonly StreamEntry[],
): Promise<AuditEvent[]> {
  const mails = await mailsOf(entries.map((entry) => placeOf(entry).id))
  return entries.map((entry) => {
    const event = entry instanceof UndecodableEvent ? presentUnreadable(entry, wording) : presentEvent(entry, wording)
    return { ...event, mails: mails.get(event.id) ?? [] }
  })
}

/** The place of an entry in its stream, whether or not it can be read. */
export function placeOf(entry: StreamEntry): UndecodableEvent['event'] {
  return entry instanceof UndecodableEvent ? entry.event : entry
}

/** Reads from the event store, so that erased data is not shown. An unreadable event does not hide the others. */
async function readPlaces(deps: ReadDeps, rows: readonly EventLogRow[]): Promise<AuditEvent[]> {
  const [first, ...others] = rows
  if (!first) return []
  try {
    return (await deps.everyEvent.readPlaces(rows)).map((event) => presentEvent(event, deps.wording))
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    if (others.length === 0) return [presentUnreadable(error, deps.wording, first)]
    const half = Math.ceil(rows.length / 2)
    const halves = [rows.slice(0, half), rows.slice(half)]
    return (await Promise.all(halves.map((part) => readPlaces(deps, part)))).flat()
  }
}

function presentEvent(event: RecordedEvent, { sentenceOf }: ReadDeps['wording']): AuditEvent {
  const { id, position, stream, revision, type, at, data, metadata } = event
  const why = whyOf(event)
  return {
    id,
    position,
    stream,
    revision,
    category: categoryOf(stream),
    type,
    at,
    ...metadata,
    data,
    sentence: sentenceOf(event),
    ...(why === undefined ? {} : { why }),
    mails: [],
  }
}

/** What is known of an unreadable event; `row` is its row in the list of all events, if there is one. */
function presentUnreadable(error: UndecodableEvent, wording: ReadDeps['wording'], row?: EventLogRow): AuditEvent {
  const { at = new Date(0).toISOString() } = error.stored()
  return {
    ...error.event,
    at,
    category: categoryOf(error.event.stream),
    ...originOf(row),
    schemaVersion: 0,
    data: {},
    mails: [],
    sentence: wording.unreadableSentenceOf(error.event.type),
    unreadable: error.message,
    raw: rawText(error.stored()),
  }
}

function originOf(row: EventLogRow | undefined): Pick<AuditEvent, 'correlationId' | 'causationId' | 'by'> {
  if (row === undefined) return { correlationId: '', causationId: '', by: { id: '', name: '', role: '' } }
  const { by_id: id, correlation_id: correlationId, causation_id: causationId } = row
  return { correlationId, causationId, by: { id, name: '', role: '' } }
}
