import { isoTime, type Clock } from '#core/clock.ts'
import { Rejection } from '#core/errors.ts'
import type { Sessions } from '#core/http/session.ts'
import type { AccountQueries } from './read-model.ts'
import type { AccountWrites } from './tables.ts'

export type EraseNeeds = {
  accounts: AccountQueries
  writes: AccountWrites
  sessions: Sessions
  clock: Clock
  /** Destroys the key that the person's data in the events is encrypted with. */
  eraseKey: (accountId: string) => Promise<void>
  /** Everything else that holds a copy, each of which may be called again: orders, requests, mails. */
  eraseTraces: readonly ((accountId: string) => Promise<void>)[]
}

/**
 * Deletes an account. The row goes first, then the key, then the copies; a crash in between is made good by
 * `finishErasures`. The history of the orders stays, without the person (contract §2 Accounts).
 * @throws Rejection where there is no such account, or it is the last ADMIN
 */
export async function eraseAccount(needs: EraseNeeds, accountId: string): Promise<void> {
  const begun = await needs.writes.beginErasure(accountId, isoTime(needs.clock()))
  if (!begun) throw new Rejection('not-found', 'There is no such user')
  needs.sessions.forget(accountId)
  await finishErasure(needs, accountId)
}

/** Completes what a crash has interrupted. */
export async function finishErasures(needs: EraseNeeds): Promise<void> {
  for (const accountId of await needs.accounts.unfinishedErasures()) await finishErasure(needs, accountId)
}

async function finishErasure(needs: EraseNeeds, accountId: string): Promise<void> {
  await needs.eraseKey(accountId)
  for (const erase of needs.eraseTraces) await erase(accountId)
  await needs.writes.endErasure(accountId)
}
