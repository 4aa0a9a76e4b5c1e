import { Type } from 'typebox'
import { visibleText } from '#core/text/blank.ts'
import { Rejection } from '#core/domain/errors.ts'
import { pageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, type Route, type Search } from '#core/http/routing/route.ts'
import { eventFilterFields, inUtc } from './filter-fields.ts'
import { readLocated, type ReadDeps } from './read-events.ts'
import type { EventLogQueries } from '../read-model.ts'
import type { EventLogRow } from './tables.ts'
import { askLog } from '../predicate/ask-log.ts'
import type { Fields } from '../predicate/field.ts'
import { parsePredicate, sealedIn } from '../predicate/parse-predicate.ts'
import { AuditPage, EventInChain, Found, Where } from '../schema.ts'
import { factsOfEvent } from '../domain/facts.ts'
import type { AuditWording } from '../domain/wording.ts'

export type EventRouteDeps = ReadDeps & {
  log: EventLogQueries
  wording: Pick<AuditWording, 'streamsCalled'>
  /** What a predicate can name. */
  fields: Fields
}

const Position = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Filter = Type.Object({
  ...PageQuery.properties,
  ...eventFilterFields,
  before: Type.Optional(Position),
  after: Type.Optional(Position),
  where: Type.Optional(Where),
})

/** Who changed what and when: every event, with filters. */
export function eventRoutes(deps: EventRouteDeps): Route[] {
  return [listRoute(deps), chainRoute(deps), findRoute(deps)]
}

/**
 * Stream names that consist of a category and an id. Anything else in the query is free text, which must not get into
 * the log: it could be a person's address, which an erasure could not remove from there.
 */
const namesOneThing = /^[a-zA-Z]+-(ORD\d{8}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/

/** A predicate over personal data is recorded by the names of its fields: its values are personal data themselves. */
function disclosureOf({ stream = '', where }: { stream?: string; where?: string }, fields: Fields): string | Search {
  const what = namesOneThing.test(stream) ? stream : 'the event browser'
  return searchBy({ what, where }, fields) ?? what
}

/** A search by personal data: it is recorded by the names of its fields. Undefined if the predicate asks for none. */
export function searchBy({ what, where }: { what: string; where: string | undefined }, fields: Fields) {
  const sealed = where === undefined ? [] : sealedIn(parsePredicate(where, fields))
  return sealed.length === 0 ? undefined : { searched: `${what}, asked by ${sealed.join(' and ')}` }
}

function listRoute(deps: EventRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/events',
    summary: 'All events, newest first',
    description:
      'Continue with `before`, the position of the last event, rather than by page number: that is equally fast at any ' +
      'depth. `after` returns the events that directly follow a position. ' +
      '`where` takes comparisons (`=`, `!=`, `<`, `<=`, `>`, `>=`, `in (…)`) of fields with values, joined by `and`, `or`, ' +
      '`not` and parentheses. Personal fields support only `=`; each such search is recorded with the name of the field. If ' +
      'the events themselves have to be scanned, each request scans some of them: continue at `scan.position` until `last`.',
    access: adminOnly,
    query: Filter,
    responses: { 200: AuditPage },
    reads: 'event-log',
    mayTakeLonger: true,
    discloses: ({ query }) => disclosureOf(query, deps.fields),
    async handle({ query }) {
      const { page, size, before, after, from, to, where, ...marks } = query
      if (before === undefined && after === undefined) requireNear((page + 1) * size)
      const filter = { ...marks, from: inUtc(from), to: inUtc(to) }
      const at = { page, size, before, after }
      const predicate = where === undefined ? undefined : parsePredicate(where, deps.fields)
      const { content, hasMore, total, isExact, scan } = await askLog(deps, { predicate, filter, at })
      const body = pageOf(content, { page, size, totalElements: total })
      return { status: 200, body: { ...body, last: !hasMore, totalIsExact: isExact, ...(scan && { scan }) } }
    },
  })
}

/** An offset costs as much as reading the rows that it skips. */
const furthestByNumber = 10_000

function requireNear(last: number): void {
  if (last <= furthestByNumber) return
  throw new Rejection(
    'invalid',
    'Pages by number end at the 10,000th event: continue with before=, the position of the last event you have, or narrow the filter',
  )
}

/** The maximum number of related events in a response. */
const longestChain = 200

function chainRoute(deps: EventRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/events/{id}',
    summary: 'One event with its causes and effects, across streams',
    access: adminOnly,
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    responses: { 200: EventInChain },
    reads: 'event-log',
    discloses: () => 'the event browser',
    async handle({ params }) {
      const row = await deps.log.find(params.id)
      if (!row) throw new Rejection('not-found', 'There is no such event')
      const chain = await deps.log.causationChain(row, longestChain)
      const [[event], relatives] = await Promise.all([readLocated(deps, [row]), readLocated(deps, chain)])
      const facts = event ? factsOfEvent(event.data) : []
      return { status: 200, body: { event, facts, family: relatives, isCut: chain.length === longestChain } }
    },
  })
}

function findRoute(deps: EventRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/find',
    summary: 'The page for an id of an event, order, product, service request, cart, request or person',
    access: adminOnly,
    query: Type.Object({
      id: Type.String({ pattern: visibleText, maxLength: 300, message: 'Enter an id, such as ORD48210377' }),
    }),
    responses: { 200: Found },
    reads: 'event-log',
    async handle({ query }) {
      const found = await findById(deps, query.id.trim())
      if (!found)
        throw new Rejection('not-found', `Nothing has the id ${query.id.trim()}: check it for typing mistakes`)
      return { status: 200, body: found }
    },
  })
}

/** Streams come before events, because a stream may have the same id as its first event. */
async function findById({ log, wording }: EventRouteDeps, id: string): Promise<Found | undefined> {
  for (const stream of wording.streamsCalled(id))
    if (await log.has('stream', stream)) return { kind: 'stream', id: stream }
  const event = (await log.find(id.toLowerCase())) ?? (await atPosition(log, id))
  if (event) return { kind: 'event', id: event.event_id }
  if (await log.has('correlationId', id)) return { kind: 'request', id }
  return (await log.has('by', id)) ? { kind: 'person', id } : undefined
}

async function atPosition(log: EventLogQueries, text: string): Promise<EventLogRow | undefined> {
  // Accepts the format of the screens: #1,245.
  const digits = text.replace(/^#/, '').replaceAll(',', '')
  return /^\d{1,15}$/.test(digits) ? log.atPosition(Number(digits)) : undefined
}
