import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { isoTime } from '#core/clock.ts'
import { categoryOf, type EventStore, type RecordedEvent } from '#core/event-store/event-store.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/page.ts'
import { Timestamp } from '#core/http/timestamp.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/route.ts'
import { eventLogQueries, type EventLogRow } from './read-model.ts'
import { AuditEvent } from './schema.ts'

type Needs = { db: Kysely<unknown>; store: EventStore }

const Filter = Type.Object({
  ...PageQuery.properties,
  stream: Type.Optional(Type.String({ maxLength: 200, examples: ['order-ORD48210377'] })),
  category: Type.Optional(Type.String({ maxLength: 60, examples: ['order'] })),
  type: Type.Optional(Type.String({ maxLength: 100, examples: ['OrderPlaced'] })),
  by: Type.Optional(Type.String({ maxLength: 100, description: 'The id of whoever caused it' })),
  correlationId: Type.Optional(Type.String({ maxLength: 100, description: 'The id of the request it belongs to' })),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
})

/** Who changed what and when: every event, filtered by any of its marks (contract §2 Audit and operations). */
export function auditModule({ db, store }: Needs): { routes: Route[] } {
  const log = eventLogQueries(db)
  const events = defineRoute({
    method: 'GET',
    path: '/api/audit/events',
    tag: 'Audit',
    summary: 'All events, newest first',
    access: adminOnly,
    query: Filter,
    responses: { 200: PageOf(AuditEvent) },
    reads: 'event-log',
    async handle({ query }) {
      const { page, size, from, to, ...marks } = query
      const filter = { ...marks, from: inUtc(from), to: inUtc(to) }
      const { rows, total } = await log.page(filter, { page, size })
      const content = await Promise.all(rows.map((row) => readEvent(store, row)))
      return { status: 200, body: pageOf(content.flat(), { page, size, totalElements: total }) }
    },
  })
  return { routes: [events] }
}

function inUtc(time: string | undefined): string | undefined {
  return time === undefined ? undefined : isoTime(Date.parse(time))
}

/** From the event store itself: what was erased there is erased here. */
async function readEvent(store: EventStore, { stream, revision }: EventLogRow): Promise<AuditEvent[]> {
  const events = await store.readStream(stream, { from: revision, to: revision })
  return events.map(presentEvent)
}

function presentEvent(event: RecordedEvent): AuditEvent {
  const { id, position, stream, revision, type, at, data, metadata } = event
  return { id, position, stream, revision, category: categoryOf(stream), type, at, ...metadata, data }
}
