import type { Transaction } from 'kysely'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { NewId } from '#core/domain/ids.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { Sessions } from '#core/http/security/session.ts'
import { isEmail, usernameKey } from '../domain/account-rules.ts'
import { passwordFault } from '../domain/password-rules.ts'
import type { LoginThrottle } from '../login/throttle.ts'
import { hashPassword } from '../login/passwords.ts'
import type { ResetSecrets } from './secrets.ts'
import type { PasswordResetWrites, ResetRequestRow } from './tables.ts'

export type PasswordResetDeps = {
  resets: PasswordResetWrites
  secrets: ResetSecrets
  sessions: Pick<Sessions, 'evict'>
  loginThrottle: Pick<LoginThrottle, 'forgive'>
  budgets: Pick<Budgets, 'take' | 'check' | 'add'>
  clock: Clock
  newId: NewId
  /** Requests the mail of a request, in the transaction of the caller. */
  requestResetMail: (trx: Transaction<unknown>, requestId: string, at: string) => Promise<void>
}

const ofCaller: Budget = {
  name: 'password-reset-caller',
  points: 20,
  durationSeconds: 3_600,
  noun: 'requests for a new password',
}

/** Invalid links that are opened: their tokens cannot be guessed, but each attempt costs a query. */
const ofInvalidLinks: Budget = {
  name: 'password-reset-link',
  points: 60,
  durationSeconds: 3_600,
  noun: 'links that are not valid',
}

/**
 * Requests a mail with a link to choose a new password. Does the same for known and unknown accounts, so that its
 * duration reveals nothing: a worker finds out which it is.
 * @throws Rejection `too-many-requests` if this network address has asked too often, whatever it asked for
 */
export async function requestReset(deps: PasswordResetDeps, asked: { name: string; from: string }): Promise<void> {
  const { refund } = await deps.budgets.take([{ budget: ofCaller, key: asked.from }])
  const at = isoTime(deps.clock())
  const name = usernameKey(asked.name)
  const requests = waysToRead(name).map((way) => requestFor(deps, { name, way, at }))
  try {
    await deps.resets.addRequests(requests, async (trx) => {
      for (const { id } of requests) await deps.requestResetMail(trx, id, at)
    })
  } catch (error) {
    refund()
    throw error
  }
}

/** A username may look like the address of another account: then both get a mail. */
function waysToRead(name: string): ResetRequestRow['looked_up_by'][] {
  return isEmail(name) ? ['username', 'email'] : ['username']
}

function requestFor(
  { newId, secrets }: PasswordResetDeps,
  { name, way, at }: { name: string; way: ResetRequestRow['looked_up_by']; at: string },
): ResetRequestRow {
  const id = newId()
  return { id, looked_up_by: way, sealed_name: secrets.seal(id, name), requested_at: at }
}

const invalidLink = 'This link is no longer valid. Please request a new one under “Forgot password?” on the login page.'

/** A token of a link, and the network address that presents it. */
type Presented = { token: string; from: string }

/**
 * Checks the token of a link without using it up. A valid link is accepted whatever else this network address has presented,
 * because a clinic's computers share one.
 * @throws Rejection naming `token` if the link is not valid, the same for one that was never sent, was used, or expired;
 * `too-many-requests` instead if this network address has presented too many of these
 */
export async function checkReset(deps: PasswordResetDeps, { token, from }: Presented): Promise<void> {
  const { resets, secrets, clock } = deps
  const link = await resets.findLink(secrets.hashOf(token), isoTime(clock()))
  if (link === undefined) throw refusedLink(deps, from)
}

/** The refusal of a link that is not valid, which is counted. @throws Rejection if there were too many */
function refusedLink({ budgets }: PasswordResetDeps, from: string): Rejection {
  const charge = { budget: ofInvalidLinks, key: from }
  budgets.check(charge)
  budgets.add(charge)
  return invalid('token', invalidLink)
}

/**
 * Sets a new password by the token of a link, which is then used up. Ends every session of the account.
 * @throws Rejection as `checkReset`, or naming `password`; then the link stays valid
 */
export async function resetPassword(
  deps: PasswordResetDeps,
  { token, password, from }: Presented & { password: string },
): Promise<void> {
  const { resets, secrets, clock } = deps
  await checkReset(deps, { token, from })
  const fault = passwordFault(password)
  if (fault !== undefined) throw invalid('password', fault)
  const passwordHash = await hashPassword(password)
  const now = clock()
  const tokenHash = secrets.hashOf(token)
  const account = await resets.setPassword({ tokenHash, passwordHash, now, at: isoTime(now) })
  // Another request has used it up since it was checked.
  if (account === undefined) throw refusedLink(deps, from)
  deps.sessions.evict(account.id)
  await deps.loginThrottle.forgive({ username: account.username_key, from })
}

function invalid(field: string, message: string): Rejection {
  return new Rejection('invalid', message, { errors: [{ field, defaultMessage: message }] })
}
