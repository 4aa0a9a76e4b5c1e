import { Type } from 'typebox'
import { Rejection } from '#core/errors.ts'
import { categoryOf, type EventStore, type RecordedEvent } from '#core/event-store/event-store.ts'
import { eventsUntil } from '#core/event-store/events-until.ts'
import { isReadable, streamEntries } from '#core/event-store/stream-entries.ts'
import { Timestamp } from '#core/http/timestamp.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/route.ts'
import { factsOf } from './facts.ts'
import { placeOf, presentAll, type ReadNeeds } from './read-events.ts'
import { relatedStreams } from './related.ts'
import { StateThen, Timeline } from './schema.ts'
import { titleOf } from './wording.ts'

const tag = 'Audit'

/** What the events of one stream amount to, by the stream's category. */
export type Folds = Readonly<Record<string, (events: readonly RecordedEvent[]) => unknown>>

export type StreamRouteNeeds = ReadNeeds & {
  folds: Folds
  /** Without the events that are left out: they are shown, but not folded. */
  store: Pick<EventStore, 'readStream'>
}

const StreamParams = Type.Object({ stream: Type.String({ maxLength: 300, examples: ['order-ORD48210377'] }) })

/** A cart may have two thousand; the shop's own records have no end. */
const mostEvents = 2_500

/** Everything that happened to one thing, and how it stood at any moment. */
export function streamRoutes(needs: StreamRouteNeeds): Route[] {
  return [timelineRoute(needs), stateRoute(needs)]
}

function timelineRoute(needs: StreamRouteNeeds): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/streams/{stream}',
    tag,
    summary: 'Everything that happened to one order, product, service request or cart, oldest first',
    access: adminOnly,
    params: StreamParams,
    responses: { 200: Timeline },
    discloses: ({ params }) => personalStream(params.stream),
    async handle({ params: { stream } }) {
      const all = await streamEntries(needs.everyEvent, stream)
      const last = all.at(-1)
      if (last === undefined) throw nothingYet(stream)
      const entries = all.slice(-mostEvents)
      const events = entries.filter(isReadable)
      return {
        status: 200,
        body: {
          stream,
          category: categoryOf(stream),
          title: nameOf(stream, events),
          events: await presentAll(needs, entries),
          isCut: all.length > entries.length,
          related: relatedStreams(events),
        },
        revision: placeOf(last).revision,
      }
    },
  })
}

const Then = Type.Object({
  revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  at: Type.Optional(Timestamp),
})

function stateRoute(needs: StreamRouteNeeds): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/streams/{stream}/state',
    tag,
    summary: 'One order, product, service request or cart exactly as it stood then, fact by fact',
    access: adminOnly,
    params: StreamParams,
    query: Then,
    responses: { 200: StateThen },
    discloses: ({ params }) => personalStream(params.stream),
    async handle({ params: { stream }, query }) {
      const events = eventsUntil(await eventsOfStream(needs, stream), query)
      const last = events.at(-1)
      if (!last) throw new Rejection('not-found', `${titleOf(stream)} did not exist yet at that time`)
      const state = needs.folds[categoryOf(stream)]?.(events) ?? last.data
      return { status: 200, body: { revision: last.revision, at: last.at, facts: factsOf(state) } }
    },
  })
}

/** A product by its name, as its id says nothing to a person. */
function nameOf(stream: string, events: readonly RecordedEvent[]): string {
  const title = events.findLast(({ data }) => typeof data['title'] === 'string')?.data['title']
  return categoryOf(stream) === 'product' && typeof title === 'string' ? `Product ${title}` : titleOf(stream)
}

function personalStream(stream: string): string | undefined {
  return ['order', 'serviceRequest'].includes(categoryOf(stream)) ? titleOf(stream) : undefined
}

async function eventsOfStream({ store }: StreamRouteNeeds, stream: string): Promise<RecordedEvent[]> {
  const events = await store.readStream(stream)
  if (events.length === 0) throw nothingYet(stream)
  return events
}

function nothingYet(stream: string): Rejection {
  return new Rejection('not-found', `Nothing has happened yet to ${titleOf(stream)}`)
}
