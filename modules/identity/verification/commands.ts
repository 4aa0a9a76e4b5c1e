import type { Transaction } from 'kysely'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { LinkSubject, LinkTokens } from '#core/http/security/link-tokens.ts'
import type { Budget, Charge } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { isEmail } from '../domain/account-rules.ts'
import type { AccountQueries } from '../read-model.ts'
import type { AccountRow } from '../tables.ts'
import type { VerificationWrites } from './tables.ts'

export type VerificationDeps = {
  accounts: AccountQueries
  writes: VerificationWrites
  clock: Clock
  budgets: Pick<Budgets, 'take'>
  tokens: LinkTokens
  /** Requests the mail with the link, in the transaction of the caller. */
  requestMail: (trx: Transaction<unknown>, accountId: string, at: string) => Promise<void>
}

/** Of an address, whichever account has it: a stranger's address gets one mail, however many accounts name it. */
const afterSignup: Budget = {
  name: 'verification-signup-address',
  points: 1,
  durationSeconds: 86_400,
  things: 'verification mails',
}
const ofAccount: Budget = {
  name: 'verification-account',
  points: 4,
  durationSeconds: 3_600,
  things: 'verification mails',
}
const ofAddress: readonly Budget[] = [
  { name: 'verification-address-hour', points: 2, durationSeconds: 3_600, things: 'verification mails' },
  { name: 'verification-address-day', points: 4, durationSeconds: 86_400, things: 'verification mails' },
]

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
    const { refund } = await budgets.take([{ budget: afterSignup, key: email.toLowerCase() }])
    return { request: (trx) => requestMail(trx, id, at), refund }
  } catch (error) {
    if (error instanceof Rejection && error.code === 'too-many-requests') return noMail
    throw error
  }
}

/** Requests another mail with a link; resolves to its address. @throws Rejection if there is nothing to confirm */
export async function sendVerificationMail(deps: VerificationDeps, accountId: string): Promise<string> {
  return spending(deps.budgets, [{ budget: ofAccount, key: accountId }], async () => {
    const email = await addressToConfirm(deps.accounts, accountId)
    const charges = ofAddress.map((budget) => ({ budget, key: email.toLowerCase() }))
    await spending(deps.budgets, charges, () =>
      deps.writes.inTransaction((trx) => deps.requestMail(trx, accountId, isoTime(deps.clock()))),
    )
    return email
  })
}

/** Refunds the charges if nothing came of the work. @throws Rejection `too-many-requests` */
async function spending<Result>(
  budgets: VerificationDeps['budgets'],
  charges: readonly Charge[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { refund } = await budgets.take(charges)
  try {
    return await work()
  } catch (error) {
    refund()
    throw error
  }
}

async function addressToConfirm(accounts: VerificationDeps['accounts'], accountId: string): Promise<string> {
  const account = await accounts.find(accountId)
  if (account === undefined) throw new Rejection('unauthenticated', 'Please log in again')
  if (account.email_verified_at !== null) throw new Rejection('conflict', 'Your e-mail address is already confirmed')
  if (!isEmail(account.email)) throw new Rejection('conflict', 'Your account has no e-mail address')
  return account.email
}

const invalidLink =
  'This link is not valid any more. Log in, open your profile, and let the shop send you a new verification mail.'

/** Confirms the address of an account by the token of its mail. Idempotent. @throws Rejection if it is not valid */
export async function verifyEmail({ accounts, writes, tokens, clock }: VerificationDeps, token: string): Promise<void> {
  const id = tokens.accountOf(token)
  const account = id === undefined ? undefined : await accounts.find(id)
  if (account === undefined || !(await tokens.verify(token, subjectOf(account))))
    throw new Rejection('invalid', invalidLink)
  await writes.confirmEmail(account, isoTime(clock()))
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
