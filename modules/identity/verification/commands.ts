import type { Transaction } from 'kysely'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { LinkSubject, LinkTokens } from '#core/http/security/link-tokens.ts'
import { isEmail } from '../domain/account-rules.ts'
import type { ProfileWrites } from '../profile/tables.ts'
import type { AccountQueries } from '../read-model.ts'
import type { AccountRow } from '../tables.ts'
import { chargeOfAccount, chargeOfSignup, chargesOfAddress, spending, type LinkBudgets } from './budgets.ts'
import type { VerificationWrites } from './tables.ts'

export type VerificationDeps = {
  accounts: AccountQueries
  profiles: Pick<ProfileWrites, 'pendingChange' | 'changesOf' | 'confirmChange'>
  writes: VerificationWrites
  clock: Clock
  budgets: LinkBudgets
  tokens: LinkTokens
  /** Requests the mail with the link, in the transaction of the caller. `revision`: of a change of the address. */
  requestMail: (
    trx: Transaction<unknown>,
    mail: { kind: 'verify-email' | 'confirm-new-email'; accountId: string; revision: number; at: string },
  ) => Promise<void>
}

/** The mail that a signup requests; `refund` if the account was not created. */
export type SignupMail = { request: (trx: Transaction<unknown>) => Promise<void>; refund: () => void }

const noMail: SignupMail = { request: () => Promise.resolve(), refund: () => undefined }

/** No mail if the login name is no address, or if the address had one today: the account can ask for it later. */
export async function mailOfSignup(
  { budgets, requestMail }: VerificationDeps,
  { id, email, created_at: at }: AccountRow,
): Promise<SignupMail> {
  if (!isEmail(email)) return noMail
  try {
    const { refund } = await budgets.take([chargeOfSignup(email)])
    const mail = { kind: 'verify-email', accountId: id, revision: 0, at } as const
    return { request: (trx) => requestMail(trx, mail), refund }
  } catch (error) {
    if (error instanceof Rejection && error.code === 'too-many-requests') return noMail
    throw error
  }
}

/** Requests another mail with a link; resolves to its address. @throws Rejection if there is nothing to confirm */
export async function sendVerificationMail(deps: VerificationDeps, accountId: string): Promise<string> {
  return spending(deps.budgets, [chargeOfAccount(accountId)], async () => {
    const { email, ...mail } = await addressToConfirm(deps, accountId)
    await spending(deps.budgets, chargesOfAddress(email), () =>
      deps.writes.inTransaction((trx) => deps.requestMail(trx, { ...mail, accountId, at: isoTime(deps.clock()) })),
    )
    return email
  })
}

type ToConfirm = { email: string; kind: 'verify-email' | 'confirm-new-email'; revision: number }

/** The address of a pending change comes before that of the account. */
async function addressToConfirm({ accounts, profiles }: VerificationDeps, accountId: string): Promise<ToConfirm> {
  const [account, change] = await Promise.all([accounts.find(accountId), profiles.pendingChange(accountId)])
  if (account === undefined) throw new Rejection('unauthenticated', 'Please log in again')
  if (change !== undefined) return { email: change.new_email, kind: 'confirm-new-email', revision: change.serial }
  if (account.email_verified_at !== null) throw new Rejection('conflict', 'Your email address is already confirmed')
  if (!isEmail(account.email)) throw new Rejection('conflict', 'Your account has no email address')
  return { email: account.email, kind: 'verify-email', revision: 0 }
}

const invalidLink = 'This link is no longer valid. Log in, open your profile, and request a new verification email.'

/** Confirms an address by the token of its mail: the account's, or its future one. Idempotent. @throws Rejection */
export async function verifyEmail(deps: VerificationDeps, token: string): Promise<void> {
  const id = deps.tokens.accountOf(token)
  const account = id === undefined ? undefined : await deps.accounts.find(id)
  if (account === undefined || !(await confirmBy(token, account, deps))) throw new Rejection('invalid', invalidLink)
}

async function confirmBy(
  token: string,
  account: AccountRow,
  { writes, profiles, tokens, clock }: VerificationDeps,
): Promise<boolean> {
  const at = isoTime(clock())
  if (await tokens.verify(token, subjectOf(account))) {
    await writes.confirmEmail(account, at)
    return true
  }
  const change = await profiles.pendingChange(account.id)
  if (change === undefined) return false
  const isOfChange = await tokens.verify(token, subjectOf({ id: account.id, email: change.new_email }))
  return isOfChange && profiles.confirmChange(change, at)
}

/** Bound to the address, so that a link confirms only the address that it was sent to. */
function subjectOf({ id, email }: Pick<AccountRow, 'id' | 'email'>): LinkSubject {
  return { accountId: id, boundTo: email.toLowerCase() }
}

/** What the verification mail needs. */
export async function verificationOf(
  { accounts, tokens }: Pick<VerificationDeps, 'accounts' | 'tokens'>,
  accountId: string,
): Promise<{ accountId: string; email: string; token: string }> {
  const { id, email } = (await accounts.find(accountId)) ?? { id: accountId, email: '' }
  return { accountId, email, token: await tokens.issue(subjectOf({ id, email })) }
}

/** What the mails about a change of the address need; `undefined` if it was withdrawn, or replaced by another. */
export async function emailChangeOf(
  { profiles, tokens }: Pick<VerificationDeps, 'profiles' | 'tokens'>,
  { accountId, serial }: { accountId: string; serial: number },
): Promise<{ accountId: string; oldEmail: string; newEmail: string; token: string } | undefined> {
  const change = (await profiles.changesOf(accountId)).find((one) => one.serial === serial)
  if (change === undefined) return undefined
  const { old_email: oldEmail, new_email: newEmail } = change
  return { accountId, oldEmail, newEmail, token: await tokens.issue(subjectOf({ id: accountId, email: newEmail })) }
}
