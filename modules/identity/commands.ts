import { isoTime, type Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { Sessions } from '#core/http/security/session.ts'
import type { NewId } from '#core/domain/ids.ts'
import { ordered, signupFaults, usernameKey } from './domain/account-rules.ts'
import type { ChangedBy, ChangeRecord } from './change-record/change-record.ts'
import type { LoginThrottle } from './login/throttle.ts'
import { passwordFault } from './domain/password-rules.ts'
import { hashPassword, isWeak, verifyPassword } from './login/passwords.ts'
import { privacyNotice } from './privacy-notices.ts'
import type { AccountQueries } from './read-model.ts'
import { wrongLogin, type AccountRole, type LoginResponse, type SignupInput } from './schema.ts'
import type { AccountRow, AccountWrites } from './tables.ts'
import type { SignupMail } from './verification/commands.ts'

export type IdentityDeps = {
  accounts: AccountQueries
  writes: AccountWrites
  sessions: Sessions
  loginThrottle: LoginThrottle
  clock: Clock
  newId: NewId
  /** The verification mail of a new account. */
  mailOfSignup: (account: AccountRow) => Promise<SignupMail>
  changeRecord: ChangeRecord
}

/** The text of spec §8, in its original spelling. */
const usernameTaken = 'You have alrady this account'

/** Creates an account with the role USER. @throws Rejection naming each invalid field, or that the name is taken */
export async function signUp(deps: IdentityDeps, input: SignupInput): Promise<LoginResponse> {
  const errors = signupFaults(input)
  const [first] = errors
  if (first) throw new Rejection('invalid', first.defaultMessage, { errors })
  const now = deps.clock()
  const account: AccountRow = {
    id: deps.newId(),
    username: input.username.trim(),
    username_key: usernameKey(input.username),
    name: input.name.trim(),
    email: input.email?.trim() || input.username.trim(),
    mobile_number: input.mobileNumber.trim(),
    password_hash: await hashPassword(input.password),
    roles: ['USER'],
    roles_revision: 0,
    not_before: 0,
    last_issued: now,
    created_at: isoTime(now),
    email_verified_at: null,
    consent_notice: privacyNotice,
    consented_at: isoTime(now),
  }
  await insertAccount(deps, account)
  return loginResponse(deps.sessions, account, now)
}

/** Requests the verification mail in the same transaction. @throws Rejection if the name is taken */
async function insertAccount(deps: IdentityDeps, account: AccountRow): Promise<void> {
  const mail = await deps.mailOfSignup(account)
  const isInserted = await deps.writes.insert(account, mail.request).catch((error: unknown) => {
    mail.refund()
    throw error
  })
  if (isInserted) return
  mail.refund()
  throw new Rejection('conflict', usernameTaken)
}

export type Login = { username: string; password: string; from: string }

/**
 * Logs in by password, in the same time whether the account exists or not.
 * @throws Rejection with the same text in both cases; `too-many-requests` after too many failures
 */
export async function logIn(deps: IdentityDeps, login: Login): Promise<LoginResponse> {
  const { username, password, from } = login
  const name = usernameKey(username)
  const account = await deps.loginThrottle.attempt({ username: name, from }, async () => {
    const found = await deps.accounts.findByUsername(name)
    return (await verifyPassword(found?.password_hash, password)) ? found : undefined
  })
  if (!account) throw new Rejection('unauthenticated', wrongLogin)
  const verifiedHash = account.password_hash
  const passwordHash = isWeak(verifiedHash) ? await hashPassword(password) : verifiedHash
  const now = deps.clock()
  const current = await deps.writes.noteLogin(account.id, { verifiedHash, passwordHash, now })
  // The password was changed during the check: check again, against the new one.
  if (!current) return logIn(deps, login)
  return loginResponse(deps.sessions, current, now)
}

async function loginResponse(sessions: Sessions, account: AccountRow, now: number): Promise<LoginResponse> {
  const { id, name, username: loginUserName, email, roles, not_before: notBefore } = account
  const accessToken = await sessions.issue({ id, name, loginUserName, roles, notBefore }, now)
  return { id, name, accessToken, roles, loginUserName, email }
}

/** Revokes every token of the account, on every process within a second. */
export async function logOut(deps: IdentityDeps, accountId: string): Promise<void> {
  await deps.writes.revokeTokens(accountId, deps.clock())
  deps.sessions.evict(accountId)
}

export type PasswordChange = { accountId: string; currentPassword: string; newPassword: string; from: string }

/** Changes the password and revokes every older token; returns a new one. */
export async function changePassword(deps: IdentityDeps, change: PasswordChange): Promise<LoginResponse> {
  const account = await deps.accounts.find(change.accountId)
  if (!account) throw new Rejection('unauthenticated', 'Please log in again')
  const known = await deps.loginThrottle.attempt({ username: account.username_key, from: change.from }, async () =>
    (await verifyPassword(account.password_hash, change.currentPassword)) ? account : undefined,
  )
  if (!known) throw invalid('currentPassword', 'This is not your current password')
  const fault = passwordFault(change.newPassword)
  if (fault) throw invalid('newPassword', fault)
  const verifiedHash = account.password_hash
  const passwordHash = await hashPassword(change.newPassword)
  const now = deps.clock()
  const changed = await deps.writes.setPassword(account.id, { verifiedHash, passwordHash, now })
  // A concurrent change came first: check the current password again.
  if (!changed) return changePassword(deps, change)
  deps.sessions.evict(account.id)
  return loginResponse(deps.sessions, changed, now)
}

function invalid(field: string, message: string): Rejection {
  return new Rejection('invalid', message, { errors: [{ field, defaultMessage: message }] })
}

type ChangeRoles = { accountId: string; roles: readonly AccountRole[]; ifMatch?: number | undefined; by: ChangedBy }

/** The account, and the position of the event about the change: 0 if there is none, or it is written later. */
export type ChangedRoles = { account: AccountRow; position: Position }

/**
 * Replaces the roles and revokes older tokens. The log records who did, later if it cannot now.
 * @throws Rejection if it would remove the last ADMIN, or if the roles have changed since the revision `ifMatch`
 */
export async function changeRoles(deps: IdentityDeps, change: ChangeRoles): Promise<ChangedRoles> {
  const { accountId, ifMatch, by } = change
  const { changeRecord } = deps
  const to = ordered(change.roles)
  const account = await deps.writes.setRoles({
    id: accountId,
    roles: to,
    ifMatch,
    now: deps.clock(),
    also(trx, from) {
      const data = { account: accountId, by: by.actor.id, from: [...from], to }
      return changeRecord.keep(trx, { type: 'AccountRolesChanged', data }, by)
    },
  })
  if (!account) throw new Rejection('not-found', 'There is no such user')
  deps.sessions.evict(accountId)
  // The change is committed: whatever prevents its record is reported by the sweep that repeats it.
  return { account, position: await changeRecord.write(accountId).catch(() => 0) }
}
