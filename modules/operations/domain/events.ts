import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { reasonsFor } from '#core/event-store/codec/declared-texts.ts'
import { leftOutTypes } from '#core/event-store/left-out/left-out-record.ts'
import { inCategory, textIn } from '#core/event-store/ownership/stream-category.ts'

// What operators did with read models: streams `ops-{projection}`. Who did it is in the events' metadata.

/** The stream in which is written down what was done with one projection or reactor, or `everywhere`. */
export function operationsStreamOf(name: string): string {
  return `${ops.name}-${name}`
}

/** Ids are the names of projections and reactors, and `everywhere`. */
const ops = { name: 'ops', id: /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/ }

const projection = Type.String({ minLength: 1, maxLength: 100 })
const position = Type.Integer({ minimum: 0 })
const count = Type.Integer({ minimum: 0 })
const text = Type.String({ maxLength: 2_000 })

/** How it ended: an operator may stop it; `error` says why it failed. */
const ended = {
  projection,
  outcome: Type.Union([Type.Literal('done'), Type.Literal('stopped'), Type.Literal('failed')]),
  ms: Type.Integer({ minimum: 0 }),
  error: Type.Optional(text),
}

/** Which keys of rows, of which kind, and which of their fields; no values, for they may be somebody's. */
const samples = Type.Array(
  Type.Object({
    key: Type.String(),
    kind: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('changed')]),
    fields: Type.Array(Type.String()),
  }),
)

/** Why each text that may occur is not personal data. */
const reasons = {
  'Names that the code gives, and ids.': [
    'projection',
    'stream',
    'schema',
    'event.stream',
    'event.type',
    'event.id',
    'ids',
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
  /** The read model was built again alongside the live one and took its place, if it is `done`. */
  ProjectionReplayed: definition({
    ...ended,
    version: Type.Optional(count),
    position: Type.Optional(position),
    pauseMs: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  /** The rows of one stream were made again. */
  ProjectionStreamReplayed: definition({ ...ended, stream: Type.String(), rows: Type.Optional(count) }),
  /** It was found out what a replay would change; nothing was swapped. */
  ProjectionReplayRehearsed: definition({
    ...ended,
    position: Type.Optional(position),
    added: Type.Optional(count),
    removed: Type.Optional(count),
    changed: Type.Optional(count),
    samples: Type.Optional(samples),
  }),
  /**
   * The live rows were compared with the log up to `position`; `keys` are some of those that differ. `notCompared` are the
   * events after it, up to `head`; `failedAt` is the event that the read model had failed at, else how far it was.
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
  /** What the last swap had replaced was brought back, as of `position`, from where it catches up. */
  ProjectionRolledBack: definition({ ...ended, position: Type.Optional(position) }),
  /** The read model as of a position was folded into a schema of its own. */
  ProjectionCopied: definition({ ...ended, until: position, schema: Type.String(), rows: Type.Optional(count) }),
  /** One that had failed was told to try again. */
  ProjectionRetried: definition({ projection }),
  /** An event that could not be taken is left out from now on, in every rebuild too. */
  ProjectionEventSkipped: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
    event: Type.Object({ stream: Type.String(), revision: count, type: Type.String(), id: Type.String() }),
    error: text,
  }),
  /** An event that was left out counts again; what is live takes it with the next replay. */
  ProjectionSkipWithdrawn: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  /** Mails that were held after a restore, or for their age, were released to be sent; `ids` are the first hundred. */
  HeldMailsSent: definition({ projection, count, ids: Type.Array(Type.String()) }),
  /** Mails that were held were marked as not sent; `ids` are the first hundred. */
  HeldMailsDiscarded: definition({ projection, count, ids: Type.Array(Type.String()) }),
  /** An event that could not be read, or taken, is left out for every reader of the log from now on. */
  [leftOutTypes.leftOut]: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
    event: Type.Object({ stream: Type.String(), revision: count, type: Type.String(), id: Type.String() }),
    error: text,
  }),
  /** An event that was left out for every reader counts again; what has gone past it takes it with the next replay. */
  [leftOutTypes.restored]: definition({
    projection,
    position,
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  /**
   * An operator has accepted an event log that was not the one that the database knew: `commonUpTo` is the position of the
   * last event of both, and the counts are of what the log does not hold.
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
