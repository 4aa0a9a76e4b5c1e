import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { everywhere } from '#core/event-store/skipped/skip-record.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'
import type { OperationsRecord } from '../record.ts'
import { longestError } from './events.ts'

/** An event to skip, and a reason that a reader of the record can understand years later. */
export type Skip = { position: Position; reason: string }

export type SkipActions = {
  /**
   * Skips the event that a projection or reactor has failed at, now and in every build, and retries it. Under the
   * name `everywhere`, skips the event for all of them and for readers of its stream.
   * @throws Rejection `conflict` if it has not failed at that event, `invalid` without a reason
   */
  skip(name: string, skip: Skip): Promise<{ recordedAt: Position }>
  /**
   * Withdraws a skip, identified by its recorded position; the next replay handles the event.
   * @throws Rejection `conflict` if the event is not skipped
   */
  withdrawSkip(name: string, skip: Skip): Promise<{ recordedAt: Position }>
}

type Deps = { operations: ProjectionOperations; record: OperationsRecord }

/** A skip takes effect only through its recorded event. */
export function skipActions(deps: Deps, by: Actor): SkipActions {
  const { operations, record } = deps
  return {
    async skip(name, { position, reason: given }) {
      const reason = givenReason(given)
      const { failure, stopped } = await failedAt(deps, name, position)
      const { stream, revision, type, id } = failure.event
      const error = failure.message.slice(0, longestError)
      const data = { projection: name, position, reason, event: { stream, revision, type, id }, error }
      const recordedAt = await record.write(by, {
        type: name === everywhere ? 'EventLeftOut' : 'ProjectionEventSkipped',
        data,
      })
      for (const one of stopped) await operations.retry(one)
      return { recordedAt }
    },
    async withdrawSkip(name, { position, reason }) {
      const skipped = await (name === everywhere ? record.skippedEverywhere() : record.skipped(name))
      if (![...skipped.values()].includes(position))
        throw new Rejection('conflict', `${name} does not skip the event at position ${position}`)
      const data = { projection: name, position, reason: givenReason(reason) }
      const type = name === everywhere ? 'EventLeftOutWithdrawn' : 'ProjectionSkipWithdrawn'
      return { recordedAt: await record.write(by, { type, data }) }
    },
  }
}

/** The failure at that position, and the names of the projections and reactors that it stopped. */
async function failedAt({ operations }: Deps, name: string, position: Position) {
  const { projections, reactors } = await operations.status()
  const stopped = [...projections, ...reactors].filter(
    (one) => (name === everywhere || one.name === name) && one.error?.event?.position === position,
  )
  const failure = stopped[0]?.error
  if (failure?.event === undefined) throw new Rejection('conflict', nothingFailed(name, position))
  return { failure: { message: failure.message, event: failure.event }, stopped: stopped.map((one) => one.name) }
}

function nothingFailed(name: string, position: Position): string {
  return name === everywhere
    ? `Nothing has failed at position ${position}, so there is no event to skip`
    : `${name} has not failed at position ${position}, so there is nothing to skip`
}

function givenReason(reason: string): string {
  const given = reason.trim()
  if (given === '' || given.length > 1_000)
    throw new Rejection('invalid', 'Give a reason of 1 to 1000 characters, which is recorded')
  return given
}
