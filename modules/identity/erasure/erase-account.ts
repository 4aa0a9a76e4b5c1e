import { isoTime, type Clock } from '#core/domain/clock.ts'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { Sessions } from '#core/http/security/session.ts'
import type { ChangedBy, ChangeRecord } from '../change-record/change-record.ts'
import type { AccountQueries } from '../read-model.ts'
import type { AccountWrites } from '../tables.ts'

export type EraseDeps = {
  accounts: AccountQueries
  writes: AccountWrites
  sessions: Sessions
  clock: Clock
  /** Destroys the key that encrypts the person's data in the events. */
  eraseKey: (accountId: string) => Promise<void>
  /** Erases all copies: orders, requests, mails. Idempotent. Resolves to the position of its last event, or 0. */
  eraseTraces: (accountId: string) => Promise<Position>
  /** Adds the account to the list that is kept outside backups, so that a restored one does not bring the person back. */
  listErasure: (accountId: string) => Promise<void>
  changeRecord: ChangeRecord
}

/**
 * Deletes an account: first the row, then lists the erasure, then the key, then the copies. After a crash or failure, a retry or
 * `finishErasures` completes it. The history of the orders remains, without the person, and the log records who deleted it.
 * @returns the position of its last event, or 0 if it left none, or another process has written it
 * @throws Rejection if there is no such account, or it is the last ADMIN
 * @throws EngineUnavailable if the account is deleted, but the rest of its data will be erased later
 */
export async function eraseAccount(deps: EraseDeps, accountId: string, by: ChangedBy): Promise<Position> {
  const data = { account: accountId, by: by.actor.id }
  const begun = await deps.writes.beginErasure({
    id: accountId,
    startedAt: isoTime(deps.clock()),
    also: (trx) => deps.changeRecord.keep(trx, { type: 'AccountDeleted', data }, by),
  })
  const isUnderWay = begun || (await deps.accounts.unfinishedErasures()).includes(accountId)
  if (!isUnderWay) throw new Rejection('not-found', 'There is no such user')
  deps.sessions.evict(accountId)
  return finishErasure(deps, accountId).catch(explainPending)
}

function explainPending(error: unknown): never {
  if (!(error instanceof EngineUnavailable)) throw error
  const advice = 'The account is deleted. The rest of its data will be erased automatically as soon as possible.'
  throw new EngineUnavailable(error.engine, { cause: error, advice })
}

/** Called for each account whose erasure, or the record of whose changes, could not be completed. */
export type OnUnfinished = (accountId: string, error: unknown) => void

/** Completes interrupted erasures (crash, unavailable engine, unreadable event), independently of each other. */
export async function finishErasures(deps: EraseDeps, onUnfinished: OnUnfinished): Promise<void> {
  for (const accountId of await deps.accounts.unfinishedErasures())
    await finishErasure(deps, accountId).catch((error: unknown) => onUnfinished(accountId, error))
}

async function finishErasure(deps: EraseDeps, accountId: string): Promise<Position> {
  await deps.listErasure(accountId)
  await deps.eraseKey(accountId)
  const position = await deps.eraseTraces(accountId)
  // What prevents the record must not hold up the erasure: the sweep that repeats it reports it.
  const recorded = await deps.changeRecord.write(accountId).catch(() => 0)
  await deps.writes.endErasure(accountId)
  return Math.max(position, recorded)
}
