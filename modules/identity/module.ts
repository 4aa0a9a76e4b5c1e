import type { Kysely } from 'kysely'
import { isoTime } from '#core/domain/clock.ts'
import { createLinkTokens, type LinkTokens } from '#core/http/security/link-tokens.ts'
import { OperatorError, Rejection } from '#core/domain/errors.ts'
import type { LoggedIn, Route } from '#core/http/routing/route.ts'
import type { SessionAccount } from '#core/http/security/session.ts'
import { createChangeRecord, type ChangeRecordDeps } from './change-record/change-record.ts'
import { isEmail, usernameKey } from './domain/account-rules.ts'
import { addressWrites } from './addresses/tables.ts'
import { authRoutes, type AuthDeps } from './login/routes.ts'
import type { IdentityDeps } from './commands.ts'
import { privacyNotice } from './privacy-notices.ts'
import { finishErasures, type OnUnfinished } from './erasure/erase-account.ts'
import { loginThrottle, signupThrottle, type MakeThrottle } from './login/throttle.ts'
import { hashPassword } from './login/passwords.ts'
import type { PasswordResetDeps } from './password-reset/commands.ts'
import { resetMailOf } from './password-reset/mailed-links.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { resetSecrets } from './password-reset/secrets.ts'
import { passwordResetWrites } from './password-reset/tables.ts'
import type { ProfileDeps } from './profile/commands.ts'
import { profileWrites } from './profile/tables.ts'
import { accountQueries, type AccountQueries } from './read-model.ts'
import { accountWrites, type AccountRow } from './tables.ts'
import { userRoutes, type UserDeps } from './user-routes.ts'
import { emailChangeOf, mailOfSignup, verificationOf, type VerificationDeps } from './verification/commands.ts'
import { verificationRoutes } from './verification/routes.ts'
import { verificationWrites } from './verification/tables.ts'

export type IdentityModule = {
  routes: Route[]
  countUsers: () => Promise<number>
  /** Completes interrupted erasures as far as possible. */
  finishErasures: (onUnfinished: OnUnfinished) => Promise<void>
  /** Writes the changes of accounts into the log that it does not have yet, as far as possible. */
  recordChanges: (onUnfinished: OnUnfinished) => Promise<void>
  /**
   * Creates the first ADMIN if no account has that role.
   * @throws OperatorError if the name belongs to another account
   */
  ensureAdmin: (admin: FirstAdmin) => Promise<AdminAccount>
  /** What the verification mail of an account needs. */
  verificationOf: (accountId: string) => ReturnType<typeof verificationOf>
  /** What the mails about a change of an account's email address need; `undefined` if it is no longer wanted. */
  emailChangeOf: (accountId: string, serial: number) => ReturnType<typeof emailChangeOf>
  /** The links of the mail of a request for a new password, or why there is no mail. */
  resetMailOf: (requestId: string) => ReturnType<typeof resetMailOf>
}

type Deps = Omit<
  AuthDeps,
  'accounts' | 'writes' | 'loginThrottle' | 'signupThrottle' | 'mailOfSignup' | 'changeRecord'
> &
  Pick<ChangeRecordDeps, 'store'> &
  Pick<UserDeps, 'eraseKey' | 'eraseTraces' | 'listErasure' | 'erasureParts' | 'dataParts' | 'budgets'> &
  Pick<VerificationDeps & ProfileDeps, 'requestMail'> &
  Pick<PasswordResetDeps, 'requestResetMail' | 'budgets'> & {
    db: Kysely<unknown>
    makeThrottle: MakeThrottle
    /** The secret that the keys of links are derived from. */
    secret: Uint8Array
  }

/** Accounts: their routes, and the functions that other modules may call. */
export function identityModule(deps: Deps): IdentityModule {
  const accounts = accountQueries(deps.db)
  const writes = accountWrites(deps.db)
  const { makeThrottle } = deps
  const throttles = { loginThrottle: loginThrottle(makeThrottle), signupThrottle: signupThrottle(makeThrottle) }
  const changeRecord = createChangeRecord({ ...deps, accounts })
  const known = { ...deps, accounts, changeRecord, profiles: profileWrites(deps.db), addresses: addressWrites(deps.db) }
  const verification = { ...known, writes: verificationWrites(deps.db), tokens: verificationTokens(deps) }
  const resetting = { resets: passwordResetWrites(deps.db), secrets: resetSecrets(deps.secret) }
  const all = {
    ...known,
    ...throttles,
    writes,
    mailOfSignup: (account: AccountRow) => mailOfSignup(verification, account),
  }
  return {
    routes: [
      ...authRoutes(all),
      ...passwordResetRoutes({ ...all, ...resetting }),
      ...verificationRoutes(verification),
      ...userRoutes(all),
    ],
    countUsers: () => accounts.count(),
    finishErasures: (onUnfinished) => finishErasures(all, onUnfinished),
    recordChanges: (onUnfinished) => changeRecord.writeAll(onUnfinished),
    ensureAdmin: (admin) => ensureAdmin(all, admin),
    verificationOf: (accountId) => verificationOf(verification, accountId),
    resetMailOf: (requestId) => resetMailOf({ ...known, ...resetting }, requestId),
    emailChangeOf: (accountId, serial) => emailChangeOf(verification, { accountId, serial }),
  }
}

function verificationTokens({ secret, clock }: Deps): LinkTokens {
  return createLinkTokens({ secret, clock, purpose: 'verify-email', lifetimeSeconds: 7 * 86_400 })
}

type FirstAdmin = { username: string; password: string }

/** `new`: this call created it. `none`: other accounts are ADMIN, and none of them has this name. */
export type AdminAccount = 'new' | 'known' | 'none'

async function ensureAdmin(deps: IdentityDeps, { username, password }: FirstAdmin): Promise<AdminAccount> {
  if (await deps.accounts.hasAdmin()) return adminAccount(deps, username)
  const now = isoTime(deps.clock())
  const outcome = await deps.writes.insertFirstAdmin({
    id: deps.newId(),
    username,
    username_key: usernameKey(username),
    name: 'Administrator',
    email: username,
    mobile_number: '',
    password_hash: await hashPassword(password),
    roles: ['ADMIN'],
    not_before: 0,
    last_issued: 0,
    created_at: now,
    email_verified_at: null,
    roles_revision: 0,
    consent_notice: privacyNotice,
    consented_at: now,
  })
  if (outcome === 'name-taken') {
    throw new OperatorError(
      `no account has the role ADMIN, and "${username}" is the name of an account without it`,
      'Set ADMIN_USERNAME to an unused name; the first admin is created under it.',
    )
  }
  return outcome === 'inserted' ? 'new' : adminAccount(deps, username)
}

async function adminAccount({ accounts }: IdentityDeps, username: string): Promise<AdminAccount> {
  const account = await accounts.findByUsername(username)
  return account?.roles.includes('ADMIN') === true ? 'known' : 'none'
}

/** Looks up the account of a token; the roles come from the row, never from the token. */
export function findSessionAccount(db: Kysely<unknown>): (id: string) => Promise<SessionAccount | undefined> {
  const accounts = accountQueries(db)
  return async (id) => {
    const account = await accounts.find(id)
    if (!account) return undefined
    const { name, username: loginUserName, roles, not_before: notBefore } = account
    return { id, name, loginUserName, roles, notBefore }
  }
}

/** The recipient of a mail: the account's name and address, never those entered in an order. */
export function findMailRecipient(
  db: Kysely<unknown>,
): (accountId: string) => Promise<{ name: string; email: string | undefined } | undefined> {
  const accounts = accountQueries(db)
  return async (accountId) => {
    const account = await accounts.find(accountId)
    // The email defaults to the username, which need not be an address.
    return account && { name: account.name, email: isEmail(account.email) ? account.email : undefined }
  }
}

/** Finds an ADMIN to write to: the preferred one if possible, otherwise the one whose address is most to be relied on. */
export function findAdmin(
  db: Kysely<unknown>,
): (preferredId: string | undefined) => Promise<{ id: string; hasAddress: boolean }> {
  const accounts = accountQueries(db)
  return async (preferredId) => {
    const { rows } = await accounts.page({ role: 'ADMIN' }, { page: 0, size: 100 })
    const rank = ({ id, email, email_verified_at: verifiedAt }: AccountRow) =>
      isEmail(email) ? Number(id === preferredId) * 2 + Number(verifiedAt !== null) + 1 : 0
    const [best] = rows.toSorted((a, b) => rank(b) - rank(a))
    if (best === undefined) throw new TypeError('no account has the role ADMIN')
    return { id: best.id, hasAddress: rank(best) > 0 }
  }
}

/** Resolves an id or a login name to the id of an account, if there is such an account. */
export function findAccountId(db: Kysely<unknown>): (idOrUsername: string) => Promise<string | undefined> {
  const accounts: AccountQueries = accountQueries(db)
  return async (text) => ((await accounts.find(text)) ?? (await accounts.findByUsername(text)))?.id
}

/** Resolves a login name to an account that the actor may see: their own, or any for an ADMIN. */
export function resolveOwner(db: Kysely<unknown>): (loginUserName: string, actor: LoggedIn) => Promise<string> {
  const accounts: AccountQueries = accountQueries(db)
  return async (loginUserName, actor) => {
    if (loginUserName.toLowerCase() === actor.loginUserName.toLowerCase()) return actor.id
    if (actor.role !== 'ADMIN') throw new Rejection('forbidden', 'You can see your own only')
    const account = await accounts.findByUsername(loginUserName)
    if (!account) throw new Rejection('not-found', 'There is no user of that name')
    return account.id
  }
}
