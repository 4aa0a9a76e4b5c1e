import { Type, type Static } from 'typebox'
import { Day } from '#core/http/schemas/day.ts'
import { PageOf } from '#core/http/schemas/pagination.ts'
import { SortBy, type Sort } from '#core/http/schemas/sort.ts'
import { Timestamp } from '#core/http/schemas/timestamp.ts'
import { visibleText } from '#core/text/blank.ts'

/** A mail that an event caused, and its status. */
export const AuditMail = Type.Object({
  id: Type.String(),
  kind: Type.String({ examples: ['order-placed'] }),
  fate: Type.Union(
    [
      Type.Literal('sent'),
      Type.Literal('waiting'),
      Type.Literal('held'),
      Type.Literal('failed'),
      Type.Literal('not sent'),
    ],
    { description: '`held`: an operator decides whether it is sent' },
  ),
  attempts: Type.Integer(),
  sentAt: Type.Optional(Type.String({ format: 'date-time' })),
  error: Type.Optional(Type.String({ description: 'In general words' })),
  copyOf: Type.Optional(Type.String({ description: 'The email that it is a second copy of' })),
})
export type AuditMail = Static<typeof AuditMail>

/** An event with everything known about its origin. */
export const AuditEvent = Type.Object({
  id: Type.String(),
  position: Type.Integer(),
  stream: Type.String(),
  revision: Type.Integer(),
  category: Type.String(),
  type: Type.String(),
  at: Type.String({ format: 'date-time' }),
  by: Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() }),
  correlationId: Type.String(),
  causationId: Type.String(),
  schemaVersion: Type.Integer(),
  data: Type.Record(Type.String(), Type.Unknown()),
  sentence: Type.String({
    description: 'What happened, in words',
    examples: ['Asha Rao placed the order, 3 items, ₹1,24,500'],
  }),
  why: Type.Optional(Type.String({ description: 'The reason given' })),
  mails: Type.Array(AuditMail),
  unreadable: Type.Optional(Type.String({ description: 'Why the stored event cannot be read; then it has no data' })),
  raw: Type.Optional(
    Type.String({
      description:
        'The stored text of an event that cannot be read: its first 4,000 characters, personal texts encrypted',
    }),
  ),
})
export type AuditEvent = Static<typeof AuditEvent>

/** The progress of a search for events that satisfy a predicate, if it has to read the events themselves. */
export const Scan = Type.Object({
  position: Type.Integer({ description: 'Continue with `before`, or with `after` if that was sent, at this position' }),
  events: Type.Integer({ description: 'Read by this request' }),
  percent: Type.Integer({ description: '100 once no event is left to read' }),
})
export type Scan = Static<typeof Scan>

/** A page of events. If counting would be slow, `totalIsExact` is false and there are more than `totalElements`. */
export const AuditPage = Type.Object({
  ...PageOf(AuditEvent).properties,
  totalIsExact: Type.Boolean(),
  scan: Type.Optional(Scan),
})
export type AuditPage = Static<typeof AuditPage>

/** The distribution of events over time. */
export const Histogram = Type.Object({
  seconds: Type.Integer({ description: 'The width of each bar' }),
  bars: Type.Array(Type.Object({ from: Type.String({ format: 'date-time' }), events: Type.Integer() })),
  isBound: Type.Boolean({
    description:
      'The bars count every event that may match: the predicate asks for what only the events themselves hold',
  }),
})
export type Histogram = Static<typeof Histogram>

/** Another stream that an event refers to, such as the order that a cart became. */
export const RelatedStream = Type.Object({ stream: Type.String(), label: Type.String() })
export type RelatedStream = Static<typeof RelatedStream>

/** One fact of a state or of an event; amounts and times are formatted for people in India. */
export const Fact = Type.Object({ field: Type.String(), label: Type.String(), value: Type.String() })
export type Fact = Static<typeof Fact>

/** One event, and its causes and effects across streams: each was caused by the event in its `causationId`. */
export const EventInChain = Type.Object({
  event: AuditEvent,
  facts: Type.Array(Fact, { description: 'What the event holds, in words; empty if it cannot be read' }),
  family: Type.Array(AuditEvent),
  isCut: Type.Boolean({ description: 'More exist than are listed here: filter by the request for all of them' }),
})
export type EventInChain = Static<typeof EventInChain>

/** The history of one stream, oldest first. */
export const Timeline = Type.Object({
  stream: Type.String(),
  category: Type.String(),
  title: Type.String({ examples: ['Order ORD48210377'] }),
  events: Type.Array(AuditEvent),
  isCut: Type.Boolean({ description: 'Only the newest are listed here' }),
  related: Type.Array(RelatedStream),
})
export type Timeline = Static<typeof Timeline>

/** The exact state of a stream after one of its events. */
export const StateAt = Type.Object({
  revision: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  facts: Type.Array(Fact),
})
export type StateAt = Static<typeof StateAt>

export const ExportFormat = Type.Union([Type.Literal('csv'), Type.Literal('ndjson')], {
  message: 'must be csv or ndjson (signed)',
})
export type ExportFormat = Static<typeof ExportFormat>

/** A predicate, in a query or in the body of a command. */
export const Where = Type.String({
  pattern: visibleText,
  maxLength: 1_000,
  message: 'Enter a predicate of at most 1,000 characters, such as type = OrderPlaced',
  description: 'A predicate over what events hold',
  examples: ["type = OrderPlaced and data.totalPaise > 50000000 and data.payment.method = 'cod'"],
})

const ExportFilter = {
  stream: Type.Optional(Type.String({ maxLength: 300, examples: ['order-ORD48210377'] })),
  category: Type.Optional(Type.String({ maxLength: 60 })),
  type: Type.Optional(Type.String({ maxLength: 100 })),
  by: Type.Optional(Type.String({ maxLength: 100 })),
  correlationId: Type.Optional(Type.String({ maxLength: 100 })),
  without: Type.Optional(Type.String({ maxLength: 60, description: 'A category to leave out', examples: ['audit'] })),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  where: Type.Optional(Where),
}

/** The events to export and the format: CSV for people, signed lines of JSON as evidence. */
export const ExportInput = Type.Object({ format: ExportFormat, ...ExportFilter })

const ExportStatus = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('running'),
  Type.Literal('done'),
  Type.Literal('failed'),
])
export type ExportStatus = Static<typeof ExportStatus>

/** An export and its progress. */
export const Export = Type.Object({
  id: Type.String(),
  format: ExportFormat,
  filter: Type.Object(ExportFilter),
  status: ExportStatus,
  events: Type.Integer({ description: 'Written so far' }),
  percent: Type.Integer(),
  askedAt: Type.String({ format: 'date-time' }),
  finishedAt: Type.Optional(Type.String({ format: 'date-time' })),
  fileName: Type.String(),
  error: Type.Optional(Type.String()),
})
export type Export = Static<typeof Export>

const exportColumns = ['asked', 'events'] as const
export type ExportSortColumn = (typeof exportColumns)[number]
export type ExportSort = Sort<ExportSortColumn>

/** Filters the list of the caller's exports. `from` and `to` are days on which they were requested. */
export const ExportFilters = Type.Object({
  status: Type.Optional(ExportStatus),
  format: Type.Optional(ExportFormat),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type ExportFilters = Static<typeof ExportFilters>

export const ExportSorting = Type.Object({ sort: Type.Optional(SortBy(exportColumns, 'asked-desc')) })

/** A page of exports, and the number of exports by status. */
export const ExportPage = Type.Object({
  ...PageOf(Export).properties,
  statusCounts: Type.Record(Type.String(), Type.Integer(), {
    description: 'Of those that match the filters other than `status`',
  }),
})
export type ExportPage = Static<typeof ExportPage>

export const ExportKey = Type.Object({
  algorithm: Type.Literal('Ed25519'),
  publicKey: Type.String({ description: 'DER (SPKI) in base64' }),
})

/** What an id refers to. */
export const Found = Type.Object({
  kind: Type.Union([Type.Literal('event'), Type.Literal('stream'), Type.Literal('request'), Type.Literal('person')]),
  id: Type.String(),
})
export type Found = Static<typeof Found>
