import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { reasonsFor } from '#core/event-store/codec/declared-texts.ts'
import { skipTypes } from '#core/event-store/skipped/skip-record.ts'
import { inCategory, textIn } from '#core/event-store/ownership/stream-category.ts'

// The operations on read models: streams `ops-{projection}`. The metadata of the events names the operator.

/** The stream that records the operations on one projection or reactor, or on `everywhere`. */
export function operationsStreamOf(name: string): string {
  return `${ops.name}-${name}`
}

/** Ids are the names of projections and reactors, and `everywhere`. */
const ops = { name: 'ops', id: /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/ }

const projection = Type.String({ minLength: 1, maxLength: 100 })
const position = Type.Integer({ minimum: 0 })
const count = Type.Integer({ minimum: 0 })
const text = Type.String({ maxLength: 2_000 })

/** How it ended: an operator may stop it; `error` is the reason of a failure. */
const ended = {
  projection,
  outcome: Type.Union([Type.Literal('done'), Type.Literal('stopped'), Type.Literal('failed')]),
  ms: Type.Integer({ minimum: 0 }),
  error: Type.Optional(text),
}

/** The keys of some rows, how they differ, and in which fields; no values, which may be personal data. */
const samples = Type.Array(
  Type.Object({
    key: Type.String(),
    kind: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('changed')]),
    fields: Type.Array(Type.String()),
  }),
)

/** Why each text field is not personal data. */
const reasons = {
  'Names that the code gives, and ids.': [
    'projection',
    'stream',
    'schema',
    'event.stream',
    'event.type',
    'event.id',
    'ids',
    'mail',
    'copy',
    'readModels',
    'reactors',
  ],
  'Keys and names of columns, without what stands there.': ['samples.key', 'samples.fields', 'keys'],
  'Messages of the program and of its engines about a fault. One may quote a value that could not be read or stored.': [
    'error',
  ],
  'An operator’s words about a fault of the software: the field asks to name no person.': ['reason'],
}

const definition = <Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) => {
  const schema = Type.Object(fields)
  return { version: 1, schema, notPersonal: reasonsFor(schema, reasons), idIn: textIn('projection') }
}

export const operationsEvents = inCategory(ops, {
  /** The read model was built alongside the live one and swapped, if the outcome is `done`. */
  ProjectionReplayed: definition({
    ...ended,
    version: Type.Optional(count),
    position: Type.Optional(position),
    pauseMs: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  /** The rows of one stream were replayed. */
  ProjectionStreamReplayed: definition({ ...ended, stream: Type.String(), rows: Type.Optional(count) }),
  /** A dry run: what a replay would change; nothing was swapped. */
  ProjectionReplayRehearsed: definition({
    ...ended,
    position: Type.Optional(position),
    added: Type.Optional(count),
    removed: Type.Optional(count),
    changed: Type.Optional(count),
    samples: Type.Optional(samples),
  }),
  /**
   * The live rows were compared with the log up to `position`; `keys` are some of those that differ. `notCompared`
   * are the events after it, up to `head`; `failedAt` is the event that the read model had failed at, or else its
   * position.
   */
  ProjectionVerified: definition({
    ...ended,
    position: Type.Optional(position),
    head: Type.Optional(position),
    notCompared: Type.Optional(Type.Object({ from: position, to: position, events: count })),
    failedAt: Type.Optional(position),
    missing: Type.Optional(count),
    extra: Type.Optional(count),
    different: Type.Optional(count),
    keys: Type.Optional(Type.Array(Type.String())),
  }),
  /** The build that the last swap had replaced was restored at `position`, from which it catches up. */
  ProjectionRolledBack: definition({ ...ended, position: Type.Optional(position) }),
  /** The read model as of a position was built in a separate schema. */
  ProjectionCopied: definition({ ...ended, until: position, schema: Type.String(), rows: Type.Optional(count) }),
  /** A failed projection or reactor was retried. */
  ProjectionRetried: definition({ projection }),
  /** An event that could not be handled is skipped from now on, also in every build. */
  ProjectionEventSkipped: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
    event: Type.Object({ stream: Type.String(), revision: count, type: Type.String(), id: Type.String() }),
    error: text,
  }),
  /** A skipped event is handled again; the live read model receives it with the next replay. */
  ProjectionSkipWithdrawn: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  /** Mails held after a restore, or because of their age, were released for sending; `ids` are the first hundred. */
  HeldMailsSent: definition({ projection, count, ids: Type.Array(Type.String()) }),
  /** Held mails were marked as not sent; `ids` are the first hundred. */
  HeldMailsDiscarded: definition({ projection, count, ids: Type.Array(Type.String()) }),
  /** Mails that had failed, or waited for their next attempt, are retried; `ids` are the first hundred. */
  MailsRetried: definition({ projection, count, ids: Type.Array(Type.String()) }),
  /** A second copy of a mail that was sent; both are ids of notifications, and `stream` is what they are about. */
  MailSentAgain: definition({ projection, mail: Type.String(), copy: Type.String(), stream: Type.String() }),
  /** An event that could not be read or handled is skipped for every reader of the log from now on. */
  [skipTypes.skipped]: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
    event: Type.Object({ stream: Type.String(), revision: count, type: Type.String(), id: Type.String() }),
    error: text,
  }),
  /** The skip of an event for every reader is withdrawn; subscriptions past it get it with the next replay. */
  [skipTypes.withdrawn]: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  /**
   * An operator has adopted an event log that the database did not know: `commonUpTo` is the position of the last event
   * that both have, and the counts are of what the log does not hold.
   */
  EventLogAdopted: definition({
    projection,
    head: position,
    commonUpTo: position,
    lostEvents: count,
    lostOrders: count,
    readModels: Type.Array(Type.String()),
    reactors: Type.Array(Type.String()),
    notificationsClosed: count,
    answersForgotten: count,
  }),
}) satisfies EventDefinitions

export type OperationsEventType = keyof typeof operationsEvents
