import { isoTime, type Clock } from '#core/domain/clock.ts'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { Sessions } from '#core/http/security/session.ts'
import type { AccountQueries } from '../read-model.ts'
import type { AccountWrites } from '../tables.ts'

export type EraseDeps = {
  accounts: AccountQueries
  writes: AccountWrites
  sessions: Sessions
  clock: Clock
  /** Destroys the key that the person's data in the events is encrypted with. */
  eraseKey: (accountId: string) => Promise<void>
  /** Erases everything else that holds a copy: orders, requests, mails. May be called again. Where its last event is, or 0. */
  eraseTraces: (accountId: string) => Promise<Position>
}

/**
 * Deletes an account. The row goes first, then the key, then the copies; what a crash or a failure leaves of it is made
 * good by a repetition, or by `finishErasures`. The history of the orders stays, without the person.
 * @returns where the last event of it is, or 0 where nothing was to be erased from the history
 * @throws Rejection where there is no such account, or it is the last ADMIN
 * @throws EngineUnavailable where it is deleted, and what is left of it is erased later
 */
export async function eraseAccount(deps: EraseDeps, accountId: string): Promise<Position> {
  const begun = await deps.writes.beginErasure(accountId, isoTime(deps.clock()))
  const isUnderWay = begun || (await deps.accounts.unfinishedErasures()).includes(accountId)
  if (!isUnderWay) throw new Rejection('not-found', 'There is no such user')
  deps.sessions.forget(accountId)
  return finishErasure(deps, accountId).catch(goesOn)
}

function goesOn(error: unknown): never {
  if (!(error instanceof EngineUnavailable)) throw error
  const advice = 'The account is deleted. What is left of its data is erased by itself, as soon as that can be done.'
  throw new EngineUnavailable(error.engine, { cause: error, advice })
}

/** Told of an erasure that could not be finished. */
export type OnUnfinished = (accountId: string, error: unknown) => void

/** Completes what a crash, an engine that was away or an unreadable event has interrupted; one keeps no other waiting. */
export async function finishErasures(deps: EraseDeps, onUnfinished: OnUnfinished): Promise<void> {
  for (const accountId of await deps.accounts.unfinishedErasures())
    await finishErasure(deps, accountId).catch((error: unknown) => onUnfinished(accountId, error))
}

async function finishErasure(deps: EraseDeps, accountId: string): Promise<Position> {
  await deps.eraseKey(accountId)
  const position = await deps.eraseTraces(accountId)
  await deps.writes.endErasure(accountId)
  return position
}
