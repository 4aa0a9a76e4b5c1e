import type { Static } from 'typebox'
import type { Actor } from '#core/domain/actor.ts'
import type { EventStore, JsonObject, Position, RecordedEvent } from '#core/event-store/event-store.ts'
import { leftOutIn, leftOutStream } from '#core/event-store/left-out/left-out-record.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import type { NewId } from '#core/domain/ids.ts'
import { operationsEvents, operationsStreamOf, type OperationsEventType } from './domain/events.ts'

/** An operation by an operator. */
export type OperationEvent = {
  [Type in OperationsEventType]: { type: Type; data: Static<(typeof operationsEvents)[Type]['schema']> }
}[OperationsEventType]

/** A recorded operation, with its time and actor. */
export type RecordedOperation = {
  position: Position
  type: string
  at: string
  by: Actor
  data: JsonObject
}

/** The record of the operations on projections and reactors. */
export type OperationsRecord = {
  /** Resolves to the position of the event. Idempotent for the same `id`. @throws EngineUnavailable */
  write: (by: Actor, event: OperationEvent, id?: string) => Promise<Position>
  /** The operations on these projections and reactors, newest first. */
  history: (names: readonly string[], limit: number) => Promise<RecordedOperation[]>
  /** The newest replay, dry run and verification of each of these. */
  results: (names: readonly string[]) => Promise<RecordedOperation[]>
  /**
   * The ids of the events that a projection or reactor skips, each with the position at which it failed. Ids, because
   * they stay the same when the log moves to another engine, and positions do not.
   */
  skipped: (name: string) => Promise<ReadonlyMap<string, Position>>
  /** The same for the events that are left out for every reader of the log (`core/event-store/left-out`). */
  leftOut: () => Promise<ReadonlyMap<string, Position>>
}

/** Keeps the record in the event log: one stream for each projection and reactor. */
export function openOperationsRecord({ store, newId }: { store: EventStore; newId: NewId }): OperationsRecord {
  return {
    async write(by, { type, data }, id = newId()) {
      const metadata = { correlationId: id, causationId: id, by, schemaVersion: 1 }
      const event = { id, type, data: { ...data }, metadata }
      return (await store.append(operationsStreamOf(data.projection), 'any', [event])).position
    },
    async history(names, limit) {
      const streams = await Promise.all(names.map((name) => store.readStream(operationsStreamOf(name))))
      const newestFirst = streams.flat().toSorted((a, b) => b.position - a.position)
      return newestFirst.slice(0, limit).map(recorded)
    },
    async results(names) {
      const streams = await Promise.all(names.map((name) => store.readStream(operationsStreamOf(name))))
      return streams.flatMap((events) =>
        resultTypes.flatMap((result) => events.findLast(({ type }) => type === result) ?? []).map(recorded),
      )
    },
    async skipped(name) {
      const skipped = new Map<string, Position>()
      for (const { type, data } of eventsOf(operationsEvents, await store.readStream(operationsStreamOf(name)))) {
        if (type === 'ProjectionEventSkipped') skipped.set(data.event.id, data.position)
        if (type === 'ProjectionSkipWithdrawn') withdraw(skipped, data.position)
      }
      return skipped
    },
    leftOut: async () => leftOutIn(await store.readStream(leftOutStream)),
  }
}

const resultTypes: readonly OperationsEventType[] = [
  'ProjectionReplayed',
  'ProjectionReplayRehearsed',
  'ProjectionVerified',
]

function withdraw(skipped: Map<string, Position>, position: Position): void {
  for (const [id, failedAt] of skipped) if (failedAt === position) skipped.delete(id)
}

function recorded({ position, type, at, data, metadata }: RecordedEvent): RecordedOperation {
  return { position, type, at, data, by: metadata.by }
}
