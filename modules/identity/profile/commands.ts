import type { Transaction } from 'kysely'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Sessions } from '#core/http/security/session.ts'
import { isEmail, profileFaults } from '../domain/account-rules.ts'
import type { AccountQueries } from '../read-model.ts'
import type { ProfileInput } from '../schema.ts'
import type { AccountRow } from '../tables.ts'
import { chargeOfAccount, chargesOfAddress, spending, type LinkBudgets } from '../verification/budgets.ts'
import type { EmailChangeRow, EmailChoice, Particulars, ProfileWrites } from './tables.ts'

/** The account, and the address that it will have once that is confirmed. */
export type Profile = { account: AccountRow; pendingEmail: string | undefined }

export type ProfileDeps = {
  accounts: Pick<AccountQueries, 'find'>
  profiles: ProfileWrites
  sessions: Pick<Sessions, 'evict'>
  budgets: LinkBudgets
  clock: Clock
  /** Requests a mail about a change of the email address, in the transaction of the caller. */
  requestMail: RequestChangeMail
}

export type RequestChangeMail = (
  trx: Transaction<unknown>,
  mail: { kind: 'confirm-new-email' | 'email-change-notice'; accountId: string; revision: number; at: string },
) => Promise<void>

/** @throws Rejection if the account no longer exists */
export async function profileOf({ accounts, profiles }: Pick<ProfileDeps, 'accounts' | 'profiles'>, id: string) {
  const [account, change] = await Promise.all([accounts.find(id), profiles.pendingChange(id)])
  return profile(account, change)
}

/**
 * Changes one's own account; what is absent from the input stays. A new email address is pending until the link of a mail
 * to it is opened; the old address is informed.
 * @throws Rejection naming each invalid field, or if too many mails were requested
 */
export async function changeProfile(deps: ProfileDeps, accountId: string, input: ProfileInput): Promise<Profile> {
  const { account } = await profileOf(deps, accountId)
  const email = choiceOf(account, input)
  // The current value stays whatever it is: an account may have its username in place of an address.
  const errors = profileFaults(input, email.is === 'change' ? email.to : undefined)
  const [first] = errors
  if (first) throw new Rejection('invalid', first.defaultMessage, { errors })
  const charges = email.is === 'change' ? [chargeOfAccount(accountId), ...chargesOfAddress(email.to)] : []
  await spending(deps.budgets, charges, () => save(deps, accountId, { particulars: particularsOf(input), email }))
  deps.sessions.evict(accountId)
  return profileOf(deps, accountId)
}

async function save(
  { profiles, clock, requestMail }: ProfileDeps,
  accountId: string,
  change: { particulars: Particulars; email: EmailChoice },
): Promise<void> {
  const at = isoTime(clock())
  await profiles.save(accountId, {
    ...change,
    at,
    async onChange(trx, { serial: revision, old_email: oldEmail }) {
      await requestMail(trx, { kind: 'confirm-new-email', accountId, revision, at })
      if (isEmail(oldEmail)) await requestMail(trx, { kind: 'email-change-notice', accountId, revision, at })
    },
  })
}

function profile(account: AccountRow | undefined, change: EmailChangeRow | undefined): Profile {
  if (account === undefined) throw new Rejection('unauthenticated', 'Please log in again')
  return { account, pendingEmail: change?.new_email }
}

function particularsOf({ name, mobileNumber }: ProfileInput): Particulars {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(mobileNumber !== undefined && { mobile_number: mobileNumber.trim() }),
  }
}

/** Entering the current address again, in upper or lower case, withdraws a pending change. */
function choiceOf(account: AccountRow, { email }: ProfileInput): EmailChoice {
  if (email === undefined) return { is: 'unmentioned' }
  const to = email.trim()
  return to.toLowerCase() === account.email.toLowerCase() ? { is: 'keep' } : { is: 'change', to }
}
