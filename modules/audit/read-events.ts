import { categoryOf, UndecodableEvent, type EventStore, type RecordedEvent } from '#core/event-store/event-store.ts'
import type { EventLogRow } from './read-model.ts'
import type { AuditEvent, AuditMail } from './schema.ts'
import { sentenceOf, whyOf } from './wording.ts'

/** The mails that these events caused, by event id. */
export type MailsOf = (eventIds: readonly string[]) => Promise<ReadonlyMap<string, AuditMail[]>>

export type ReadNeeds = { store: EventStore; mailsOf: MailsOf }

/** The events that these rows locate, in their order, as an admin reads them. */
export async function readLocated({ store, mailsOf }: ReadNeeds, rows: readonly EventLogRow[]): Promise<AuditEvent[]> {
  const [found, mails] = await Promise.all([
    Promise.all(groupsOf(rows).map((group) => readGroup(store, group))),
    mailsOf(rows.map(({ event_id: id }) => id)),
  ])
  const byId = new Map(found.flat().map((event) => [event.id, event]))
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

/** Rows of one stream that lie close together are one reading. */
function groupsOf(rows: readonly EventLogRow[]): EventLogRow[][] {
  return [...Map.groupBy(rows, ({ stream }) => stream).values()].flatMap((group) => {
    const revisions = group.map(({ revision }) => revision)
    const isDense = Math.max(...revisions) - Math.min(...revisions) < 3 * group.length
    return isDense ? [group] : group.map((row) => [row])
  })
}

/** From the event store itself: what was erased there is erased here. One that cannot be read hides no other. */
async function readGroup(store: EventStore, group: readonly EventLogRow[]): Promise<AuditEvent[]> {
  const [first] = group
  if (!first) return []
  const revisions = group.map(({ revision }) => revision)
  const span = { from: Math.min(...revisions), to: Math.max(...revisions) }
  try {
    return (await store.readStream(first.stream, span)).map(presentEvent)
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    if (group.length === 1) return [unreadable(first, error)]
    return (await Promise.all(group.map((row) => readGroup(store, [row])))).flat()
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
