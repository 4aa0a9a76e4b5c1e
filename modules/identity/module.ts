import type { Kysely } from 'kysely'
import { isoTime } from '#core/domain/clock.ts'
import { OperatorError, Rejection } from '#core/domain/errors.ts'
import type { LoggedIn, Route } from '#core/http/routing/route.ts'
import type { SessionAccount } from '#core/http/security/session.ts'
import { isEmail, usernameKey } from './domain/account-rules.ts'
import { authRoutes, type AuthDeps } from './login/routes.ts'
import type { IdentityDeps } from './commands.ts'
import { privacyNotice } from './privacy-notices.ts'
import { finishErasures, type OnUnfinished } from './erasure/erase-account.ts'
import { loginThrottle, signupThrottle, type MakeThrottle } from './login/throttle.ts'
import { hashPassword } from './login/passwords.ts'
import { accountQueries, type AccountQueries } from './read-model.ts'
import { accountWrites } from './tables.ts'
import { userRoutes, type UserDeps } from './user-routes.ts'

export type IdentityModule = {
  routes: Route[]
  countUsers: () => Promise<number>
  /** Completes erasures that were interrupted, as far as they can be. */
  finishErasures: (onUnfinished: OnUnfinished) => Promise<void>
  /**
   * Makes the first ADMIN where no account has that role.
   * @throws OperatorError where the name belongs to somebody else
   */
  ensureAdmin: (admin: FirstAdmin) => Promise<AdminAccount>
}

type Deps = Omit<AuthDeps, 'accounts' | 'writes' | 'loginThrottle' | 'signupThrottle'> &
  Pick<UserDeps, 'eraseKey' | 'eraseTraces' | 'erasureParts'> & { db: Kysely<unknown>; makeThrottle: MakeThrottle }

/** Accounts: their calls, and what other parts of the shop may ask of them. */
export function identityModule(deps: Deps): IdentityModule {
  const accounts = accountQueries(deps.db)
  const writes = accountWrites(deps.db)
  const { makeThrottle } = deps
  const throttles = { loginThrottle: loginThrottle(makeThrottle), signupThrottle: signupThrottle(makeThrottle) }
  const all = { ...deps, ...throttles, accounts, writes }
  return {
    routes: [...authRoutes(all), ...userRoutes(all)],
    countUsers: () => accounts.count(),
    finishErasures: (onUnfinished) => finishErasures(all, onUnfinished),
    ensureAdmin: (admin) => ensureAdmin(all, admin),
  }
}

type FirstAdmin = { username: string; password: string }

/** `new` where this very call has made it, `none` where others have the role, and none of them has this name. */
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
    consent_notice: privacyNotice,
    consented_at: now,
  })
  if (outcome === 'name-taken') {
    throw new OperatorError(
      `no account has the role ADMIN, and "${username}" is the name of an account without it`,
      'Set ADMIN_USERNAME to a name that nobody has: the first admin is made under it.',
    )
  }
  return outcome === 'inserted' ? 'new' : adminAccount(deps, username)
}

async function adminAccount({ accounts }: IdentityDeps, username: string): Promise<AdminAccount> {
  const account = await accounts.findByUsername(username)
  return account?.roles.includes('ADMIN') === true ? 'known' : 'none'
}

/** What sessions look up with every token (the roles of the record, never those of the token). */
export function findSessionAccount(db: Kysely<unknown>): (id: string) => Promise<SessionAccount | undefined> {
  const accounts = accountQueries(db)
  return async (id) => {
    const account = await accounts.find(id)
    if (!account) return undefined
    const { name, username: loginUserName, roles, not_before: notBefore } = account
    return { id, name, loginUserName, roles, notBefore }
  }
}

/** Whom a mail goes to: the account's own name and address, never what an order's form said. */
export function findMailRecipient(
  db: Kysely<unknown>,
): (accountId: string) => Promise<{ name: string; email: string | undefined } | undefined> {
  const accounts = accountQueries(db)
  return async (accountId) => {
    const account = await accounts.find(accountId)
    // Without one, the account's e-mail is its username, which need not be an address.
    return account && { name: account.name, email: isEmail(account.email) ? account.email : undefined }
  }
}

/** The account of that login name, where the actor may look into it: their own, or for an ADMIN anyone's. */
export function ownerNamed(db: Kysely<unknown>): (loginUserName: string, actor: LoggedIn) => Promise<string> {
  const accounts: AccountQueries = accountQueries(db)
  return async (loginUserName, actor) => {
    if (loginUserName.toLowerCase() === actor.loginUserName.toLowerCase()) return actor.id
    if (actor.role !== 'ADMIN') throw new Rejection('forbidden', 'You can see your own only')
    const account = await accounts.findByUsername(loginUserName)
    if (!account) throw new Rejection('not-found', 'There is no user of that name')
    return account.id
  }
}
