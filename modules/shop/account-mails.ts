import type { Transaction } from 'kysely'
import type { NewId } from '#core/domain/ids.ts'
import { accountStreamOf, passwordResetStreamOf } from '../identity/domain/events.ts'
import type { NotificationsModule } from '../notifications/module.ts'
import type { manifests } from './manifests.ts'

/** Never held when it is inserted: it answers a person who has just asked for it. */
const neverHeld = { holdAfterMs: 24 * 3_600_000 }

/** `revision`: what the mail is about, within the account. `at`: when it was asked for. */
type AccountMail = { kind: AccountMailKind; accountId: string; revision: number; at: string }

/** Requests for new passwords take turns in the queue as if one account had caused them: a flood delays no other mails. */
const askers = 'password-reset'

/** Requests the mail of a request for a new password, in the transaction of the caller. */
export function resetMailRequests({ insert }: Pick<NotificationsModule, 'insert'>, newId: NewId) {
  return async (trx: Transaction<unknown>, requestId: string, at: string): Promise<void> => {
    const about = { kind: 'reset-password', stream: passwordResetStreamOf(requestId), revision: 0, eventAt: at }
    await insert(trx, [{ eventId: newId(), channel: 'email', ...about, causedBy: askers }], neverHeld)
  }
}

type AccountMailKind = NonNullable<typeof manifests.identity.requestedMails>[number]

/** Requests a mail about an account, which no event causes, in the transaction of the caller. */
export function accountMailRequests({ insert }: Pick<NotificationsModule, 'insert'>, newId: NewId) {
  return async (trx: Transaction<unknown>, { kind, accountId, revision, at }: AccountMail): Promise<void> => {
    const about = { kind, stream: accountStreamOf(accountId), revision, eventAt: at }
    await insert(trx, [{ eventId: newId(), channel: 'email', ...about, causedBy: accountId }], neverHeld)
  }
}
