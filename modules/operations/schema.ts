import { Type, type Static } from 'typebox'

export type { OperationsEventType } from './domain/events.ts'
export type { Samples, Series, SpanName } from './samples/schema.ts'

/** Why a projection or reactor stopped, and at which event. */
const Failure = Type.Object({
  message: Type.String(),
  event: Type.Optional(
    Type.Object({
      position: Type.Integer(),
      stream: Type.String(),
      revision: Type.Integer(),
      type: Type.String(),
      id: Type.String(),
    }),
  ),
  isOfTheLog: Type.Optional(
    Type.Boolean({ description: 'The event log is not the one from which the events were taken' }),
  ),
  isOfAKey: Type.Optional(
    Type.Boolean({ description: 'The event cannot be read without a person’s key that is lost' }),
  ),
})

/** The progress of a replay or comparison: `position` of `total`; `etaSeconds` is null while it is unknown. */
const Underway = Type.Object({
  position: Type.Integer(),
  total: Type.Integer(),
  percent: Type.Number(),
  eventsPerSecond: Type.Number(),
  etaSeconds: Type.Union([Type.Number(), Type.Null()]),
  waitsFor: Type.Optional(Type.String({ description: 'The engine that is unavailable, and the remedy' })),
})

/** The status of one read model. In EventStoreDB, positions are byte offsets in its log; lag counts events. */
const ProjectionStatus = Type.Object({
  name: Type.String(),
  version: Type.Integer(),
  status: Type.Union([
    Type.Literal('live'),
    Type.Literal('catching-up'),
    Type.Literal('rebuilding'),
    Type.Literal('failed'),
  ]),
  position: Type.Integer(),
  lag: Type.Integer({ description: 'Events still to be processed; an estimate beyond 500 in EventStoreDB' }),
  lagSeconds: Type.Integer({ description: 'Age in seconds of the oldest event still to be processed' }),
  eventsPerSecond: Type.Number(),
  updatedAt: Type.String({ format: 'date-time', description: 'When its checkpoint last moved' }),
  error: Type.Optional(Failure),
  rebuild: Type.Optional(Underway),
  verification: Type.Optional(Underway),
  unfinished: Type.Optional(
    Type.Object({
      position: Type.Integer(),
      status: Type.Union([Type.Literal('stopped'), Type.Literal('failed')]),
    }),
  ),
  previous: Type.Optional(
    Type.Object(
      { version: Type.Integer(), position: Type.Integer(), since: Type.String({ format: 'date-time' }) },
      { description: 'The build that a rollback would restore' },
    ),
  ),
})
export type ProjectionStatus = Static<typeof ProjectionStatus>

/** The status of all projections and reactors; `head` is the position of the newest event. */
export const ProjectionsStatus = Type.Object({
  head: Type.Integer(),
  foreign: Type.Object(
    {
      events: Type.Integer(),
      newest: Type.Optional(Type.Object({ position: Type.Integer(), stream: Type.String(), type: Type.String() })),
    },
    { description: 'Events in the log that belong to other applications: how many were skipped, and the newest' },
  ),
  projections: Type.Array(ProjectionStatus),
  reactors: Type.Array(ProjectionStatus, {
    description: 'The reactors: subscriptions with side effects, such as emails',
  }),
})
export type ProjectionsStatus = Static<typeof ProjectionsStatus>

/** A replay continues after the response: the status shows its progress. */
export const ReplayStarted = Type.Object({ name: Type.String(), status: Type.Literal('rebuilding') })

/** A comparison with the log continues after the response: the status shows its progress, the history its result. */
export const ComparisonStarted = Type.Object({ name: Type.String(), status: Type.Literal('comparing') })

/** The work ends after the response: the history shows who stopped it. */
export const Stopping = Type.Object({ name: Type.String(), status: Type.Literal('stopping') })

/** The build that the last replay had replaced is live again. */
export const RolledBack = Type.Object({
  name: Type.String(),
  position: Type.Integer({ description: 'Its position when it was replaced' }),
})

/** Whether it was retried. */
export const Retried = Type.Object({
  name: Type.String(),
  retried: Type.Boolean({ description: 'False if it has not failed' }),
})

/** The event to skip, and why. */
export const Skip = Type.Object({
  position: Type.Integer({ minimum: 1, description: 'The event at which it failed' }),
  reason: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'Why; the log keeps it for good, so it must name no person',
  }),
})

/** The event at this position is skipped from now on. */
export const Skipped = Type.Object({ name: Type.String(), position: Type.Integer() })

/** An operation with its result. */
const Operation = Type.Object({
  position: Type.Integer(),
  type: Type.String({ examples: ['ProjectionReplayed'] }),
  at: Type.String({ format: 'date-time' }),
  by: Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() }),
  data: Type.Record(Type.String(), Type.Unknown()),
})
export type Operation = Static<typeof Operation>

/** Filters the recorded operations. */
export const HistoryQuery = Type.Object({
  name: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A read model, a reactor, or `everywhere` for what concerns all of them',
      examples: ['orders'],
    }),
  ),
  by: Type.Optional(Type.String({ maxLength: 100, description: 'The id of the account or operator that did it' })),
  before: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Only those before this position' }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
})

/** The recorded operations, newest first. */
export const History = Type.Object({
  content: Type.Array(Operation),
  last: Type.Boolean({ description: 'No older ones match' }),
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'Who has operated on anything, those with the newest operations first; at most 100',
  }),
})
export type History = Static<typeof History>

/** The newest replay, dry run and verification of every read model, with their results. */
export const Results = Type.Object({ content: Type.Array(Operation) })
export type Results = Static<typeof Results>

const LastEvent = (description: string) =>
  Type.Optional(
    Type.Object(
      { position: Type.Integer(), type: Type.String(), at: Type.String({ format: 'date-time' }) },
      { description },
    ),
  )

/** The categories of streams whose events every read model and reactor takes, and what it writes. */
export const Flow = Type.Object({
  streams: Type.Array(
    Type.Object({
      category: Type.String({ examples: ['order'] }),
      title: Type.String(),
      eventsPerSecond: Type.Number({ description: 'Appended in the last ten seconds' }),
      lastEvent: LastEvent('Its newest event; absent before the first'),
    }),
  ),
  subscriptions: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['orders'] }),
      reads: Type.Array(Type.String(), { description: 'Categories of streams' }),
      writes: Type.Union([
        Type.Literal('tables'),
        Type.Literal('search index'),
        Type.Literal('mails'),
        Type.Literal('streams'),
      ]),
      lastEvent: LastEvent('The newest event that it has taken; absent before the first'),
    }),
  ),
})
export type Flow = Static<typeof Flow>

/** Whether an engine answers, its response time, and otherwise the reason and the remedy. */
const Engine = Type.Object({
  name: Type.String(),
  ok: Type.Boolean(),
  ms: Type.Integer(),
  without: Type.String({ description: 'What does not work while it is unavailable' }),
  error: Type.Optional(Type.String()),
})

/** Every engine that this shop uses. */
export const Engines = Type.Object({ engines: Type.Array(Engine) })
export type Engines = Static<typeof Engines>
