import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { categoryOf, type EventStore, type RecordedEvent } from '#core/event-store/event-store.ts'
import { eventsUntil } from '#core/event-store/events-until.ts'
import { isReadable, streamEntries } from '#core/event-store/stream-entries.ts'
import { Timestamp } from '#core/http/schemas/timestamp.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { factsOf } from '../domain/facts.ts'
import { placeOf, presentAll, type ReadDeps } from '../events/read-events.ts'
import { StateAt, Timeline } from '../schema.ts'
import type { AuditWording } from '../domain/wording.ts'

export type StreamRouteDeps = ReadDeps & {
  wording: AuditWording
  /** Excludes the skipped events, which are shown but not folded. */
  store: Pick<EventStore, 'readStream'>
}

const StreamParams = Type.Object({ stream: Type.String({ maxLength: 300, examples: ['order-ORD48210377'] }) })

/** A cart may have two thousand events; the shop's own records are unbounded. */
const mostEvents = 2_500

/** The history of one stream, and its state at any time. */
export function streamRoutes(deps: StreamRouteDeps): Route[] {
  return [timelineRoute(deps), stateRoute(deps)]
}

function timelineRoute(deps: StreamRouteDeps): Route {
  const { wording } = deps
  return defineRoute({
    method: 'GET',
    path: '/api/audit/streams/{stream}',
    summary: 'Everything that happened to one order, product, service request or cart, oldest first',
    description: 'Events of a stream that belongs to it, such as the notes on an order, are among them.',
    access: adminOnly,
    params: StreamParams,
    responses: { 200: Timeline },
    discloses: ({ params }) => wording.disclosureOf(params.stream),
    async handle({ params: { stream } }) {
      const [own = [], ...others] = await Promise.all(
        wording.streamsOfHistory(stream).map((one) => streamEntries(deps.everyEvent, one)),
      )
      const last = own.at(-1)
      if (last === undefined) throw nothingYet(wording.titleOf(stream))
      const all = [...own, ...others.flat()].toSorted((a, b) => placeOf(a).position - placeOf(b).position)
      const entries = all.slice(-mostEvents)
      const events = entries.filter(isReadable)
      return {
        status: 200,
        body: {
          stream,
          category: categoryOf(stream),
          title: wording.headingOf(stream, events),
          events: await presentAll(deps, entries),
          isCut: all.length > entries.length,
          related: wording.relatedStreams(events),
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

function stateRoute(deps: StreamRouteDeps): Route {
  const { wording } = deps
  return defineRoute({
    method: 'GET',
    path: '/api/audit/streams/{stream}/state',
    summary: 'The exact state of an order, product, service request or cart at an earlier point, field by field',
    access: adminOnly,
    params: StreamParams,
    query: Then,
    responses: { 200: StateAt },
    discloses: ({ params }) => wording.disclosureOf(params.stream),
    async handle({ params: { stream }, query }) {
      const events = eventsUntil(await eventsOfStream(deps, stream), query)
      const last = events.at(-1)
      if (!last) throw new Rejection('not-found', `${wording.titleOf(stream)} did not exist yet at that time`)
      const state = wording.stateOf(stream, events) ?? last.data
      return { status: 200, body: { revision: last.revision, at: last.at, facts: factsOf(state) } }
    },
  })
}

async function eventsOfStream({ store, wording }: StreamRouteDeps, stream: string): Promise<RecordedEvent[]> {
  const events = await store.readStream(stream)
  if (events.length === 0) throw nothingYet(wording.titleOf(stream))
  return events
}

function nothingYet(title: string): Rejection {
  return new Rejection('not-found', `Nothing has happened yet to ${title}`)
}
