import {
  categoryOf,
  UndecodableEvent,
  type EventStore,
  type RecordedEvent,
  type StoredContent,
} from '#core/event-store/event-store.ts'
import type { StreamEntry } from '#core/event-store/stream-entries.ts'
import type { EventLogRow } from './read-model.ts'
import type { AuditEvent, AuditMail } from './schema.ts'
import { sentenceOf, whyOf } from './wording.ts'

/** The mails that these events caused, by event id. */
export type MailsOf = (eventIds: readonly string[]) => Promise<ReadonlyMap<string, AuditMail[]>>

export type ReadNeeds = { store: EventStore; mailsOf: MailsOf }

/** The events that these rows locate, in their order, as an admin reads them. */
export async function readLocated({ store, mailsOf }: ReadNeeds, rows: readonly EventLogRow[]): Promise<AuditEvent[]> {
  const [found, mails] = await Promise.all([readPlaces(store, rows), mailsOf(rows.map(({ event_id: id }) => id))])
  const byId = new Map(found.map((event) => [event.id, event]))
  return rows.flatMap(({ event_id: id }) => {
    const event = byId.get(id)
    return event ? [{ ...event, mails: mails.get(id) ?? [] }] : []
  })
}

/** The same for events that have been read already, or could not be. */
export async function presentAll({ mailsOf }: ReadNeeds, entries: readonly StreamEntry[]): Promise<AuditEvent[]> {
  const mails = await mailsOf(entries.map((entry) => placeOf(entry).id))
  return entries.map((entry) => {
    const event = entry instanceof UndecodableEvent ? presentUnreadable(entry) : presentEvent(entry)
    return { ...event, mails: mails.get(event.id) ?? [] }
  })
}

/** Where an entry of a stream is, whether or not it can be read. */
export function placeOf(entry: StreamEntry): UndecodableEvent['event'] {
  return entry instanceof UndecodableEvent ? entry.event : entry
}

/** From the event store itself: what was erased there is erased here. One that cannot be read hides no other. */
async function readPlaces(store: EventStore, rows: readonly EventLogRow[]): Promise<AuditEvent[]> {
  const [first, ...others] = rows
  if (!first) return []
  try {
    return (await store.readPlaces(rows)).map(presentEvent)
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    if (others.length === 0) return [presentUnreadable(error, first)]
    const half = Math.ceil(rows.length / 2)
    const halves = [rows.slice(0, half), rows.slice(half)]
    return (await Promise.all(halves.map((part) => readPlaces(store, part)))).flat()
  }
}

function presentEvent(event: RecordedEvent): AuditEvent {
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

/** What is known of an event that cannot be read; `row` where the list of all events has taken it. */
function presentUnreadable(error: UndecodableEvent, row?: EventLogRow): AuditEvent {
  const { at = new Date(0).toISOString() } = error.stored()
  return {
    ...error.event,
    at,
    category: categoryOf(error.event.stream),
    ...originOf(row),
    schemaVersion: 0,
    data: {},
    mails: [],
    sentence: 'This event cannot be read',
    unreadable: error.message,
    raw: rawText(error.stored()),
  }
}

function originOf(row: EventLogRow | undefined): Pick<AuditEvent, 'correlationId' | 'causationId' | 'by'> {
  if (row === undefined) return { correlationId: '', causationId: '', by: { id: '', name: '', role: '' } }
  const { by_id: id, correlation_id: correlationId, causation_id: causationId } = row
  return { correlationId, causationId, by: { id, name: '', role: '' } }
}

const longestRaw = 4_000

/** What is stored, as text: JSON as it is, bytes that are no JSON as text too, with marks for what is no UTF-8. */
function rawText({ data, metadata }: StoredContent): string {
  const parts = [`data: ${contentText(data)}`, `metadata: ${contentText(metadata)}`]
  return parts.map((part) => (part.length > longestRaw ? `${part.slice(0, longestRaw)}…` : part)).join('\n')
}

function contentText(content: unknown): string {
  if (content === undefined) return '(nothing)'
  if (!(content instanceof Uint8Array)) return JSON.stringify(content)
  const text = new TextDecoder().decode(content.subarray(0, longestRaw)).replaceAll(controls, '\ufffd')
  return content.length === 0 ? '(nothing)' : `(${content.length} bytes, no JSON) ${text}`
}

// oxlint-disable-next-line no-control-regex -- what a browser, or a terminal, would obey
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
