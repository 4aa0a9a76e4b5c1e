import type { Transaction } from 'kysely'
import type { NewId } from '#core/domain/ids.ts'
import { accountStreamOf } from '../identity/domain/events.ts'
import type { NotificationsModule } from '../notifications/module.ts'

/** Never held when it is inserted: it answers a person who has just asked for it. */
const neverHeld = { holdAfterMs: 24 * 3_600_000 }

/** Requests the verification mail of an account, which no event causes, in the transaction of the caller. */
export function accountMailRequests({ insert }: Pick<NotificationsModule, 'insert'>, newId: NewId) {
  return async (trx: Transaction<unknown>, accountId: string, eventAt: string): Promise<void> => {
    const about = { kind: 'verify-email', stream: accountStreamOf(accountId), revision: 0, eventAt }
    await insert(trx, [{ eventId: newId(), channel: 'email', ...about, causedBy: accountId }], neverHeld)
  }
}
