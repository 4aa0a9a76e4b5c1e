import { categoryOf, UndecodableEvent, type EventStore, type RecordedEvent } from '#core/event-store/event-store.ts'
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

/** The same for events that have been read already. */
export async function presentAll({ mailsOf }: ReadNeeds, events: readonly RecordedEvent[]): Promise<AuditEvent[]> {
  const mails = await mailsOf(events.map(({ id }) => id))
  return events.map((event) => ({ ...presentEvent(event), mails: mails.get(event.id) ?? [] }))
}

/** From the event store itself: what was erased there is erased here. One that cannot be read hides no other. */
async function readPlaces(store: EventStore, rows: readonly EventLogRow[]): Promise<AuditEvent[]> {
  const [first, ...others] = rows
  if (!first) return []
  try {
    return (await store.readPlaces(rows)).map(presentEvent)
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    if (others.length === 0) return [unreadable(first, error)]
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

function unreadable(row: EventLogRow, error: UndecodableEvent): AuditEvent {
  const { event_id: id, by_id: byId, correlation_id: correlationId, causation_id: causationId, ...place } = row
  return {
    ...place,
    id,
    correlationId,
    causationId,
    by: { id: byId, name: '', role: '' },
    schemaVersion: 0,
    data: {},
    mails: [],
    sentence: 'This event cannot be read',
    unreadable: error.message,
  }
}
