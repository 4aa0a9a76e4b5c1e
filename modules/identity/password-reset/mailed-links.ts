import { isoTime, type Clock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { isEmail } from '../domain/account-rules.ts'
import type { AccountQueries } from '../read-model.ts'
import type { AccountRow } from '../tables.ts'
import type { ResetSecrets } from './secrets.ts'
import type { PasswordResetWrites, ResetLinkRow, ResetRequestRow } from './tables.ts'

export type MailedLinksDeps = {
  accounts: Pick<AccountQueries, 'find' | 'findByUsername' | 'withEmail'>
  resets: PasswordResetWrites
  secrets: ResetSecrets
  budgets: Pick<Budgets, 'take'>
  clock: Clock
}

/** A mail to one address, with a link for each account that has it. */
export type MailedReset = {
  recipientId: string
  email: string
  links: readonly { username: string; token: string }[]
  /** As many accounts as a mail can list: the address may have others. */
  isFull: boolean
}

/** Why there is no mail. */
export type NoReset = { reason: string }

const validForMs = 30 * 60_000

/** The limit for one address, for all clients together. */
const ofAddress: Budget = {
  name: 'password-reset-address',
  points: 3,
  durationSeconds: 3_600,
  noun: 'emails with a new link',
}

const gone: NoReset = { reason: 'The link was replaced by a newer one, was used, or has expired' }

/**
 * Processes a request at the first attempt to send its mail: stores the hash of a token for each account of the address.
 * Later attempts find these, and send the same mail.
 */
export async function resetMailOf(deps: MailedLinksDeps, requestId: string): Promise<MailedReset | NoReset> {
  const request = await deps.resets.findRequest(requestId)
  if (request !== undefined) {
    const refusal = await createLinks(deps, request)
    if (refusal !== undefined) return refusal
  }
  return mailOf(deps, requestId)
}

/** Resolves to why there is nothing to mail, if so. */
async function createLinks(deps: MailedLinksDeps, request: ResetRequestRow): Promise<NoReset | undefined> {
  const granted = await grant(deps, request)
  if ('reason' in granted) {
    await deps.resets.replaceWithLinks(request.id, [])
    return granted
  }
  const isOurs = await deps.resets.replaceWithLinks(request.id, granted.links)
  // Another worker has processed it in the meantime, and has paid for it.
  if (!isOurs) granted.refund()
  return undefined
}

type Granted = { links: ResetLinkRow[]; refund: () => void }

async function grant(deps: MailedLinksDeps, request: ResetRequestRow): Promise<Granted | NoReset> {
  const { budgets, clock, secrets } = deps
  const expiresAt = Date.parse(request.requested_at) + validForMs
  if (expiresAt <= clock()) return gone
  const accounts = await accountsFor(deps, request)
  const [first] = accounts
  if (first === undefined) return { reason: 'There is no such account, or it has no email address' }
  const taken = await budgets.take([{ budget: ofAddress, key: first.email.toLowerCase() }]).catch(refusedBudget)
  if (taken === undefined) return { reason: `This address has had ${ofAddress.points} such emails within an hour` }
  const links = accounts.map(({ id: accountId }) => ({
    account_id: accountId,
    request_id: request.id,
    token_hash: secrets.hashOf(secrets.tokenFor({ requestId: request.id, accountId })),
    expires_at: isoTime(expiresAt),
  }))
  return { links, refund: () => taken.refund() }
}

function refusedBudget(error: unknown): undefined {
  if (error instanceof Rejection && error.code === 'too-many-requests') return undefined
  throw error
}

/** The accounts of one address, the requested one first; none if no account has the address. */
async function accountsFor({ accounts, secrets }: MailedLinksDeps, request: ResetRequestRow): Promise<AccountRow[]> {
  const name = secrets.open(request.id, request.sealed_name)
  if (request.looked_up_by === 'email') return accounts.withEmail(name, mostLinks)
  const named = await accounts.findByUsername(name)
  const email = named?.email.toLowerCase() ?? ''
  // The mail to an address that was typed itself is that of the other request.
  if (named === undefined || !isEmail(email) || email === name) return []
  const others = (await accounts.withEmail(email, mostLinks)).filter(({ id }) => id !== named.id)
  return [named, ...others].slice(0, mostLinks)
}

/** More accounts would not fit into a readable mail. */
export const mostLinks = 20

async function mailOf(
  { accounts, resets, secrets }: MailedLinksDeps,
  requestId: string,
): Promise<MailedReset | NoReset> {
  const links = await resets.linksOf(requestId)
  const found = await Promise.all(links.map(({ account_id: id }) => accounts.find(id)))
  const present = found.filter((account) => account !== undefined)
  const [first] = present
  if (first === undefined) return gone
  return {
    recipientId: first.id,
    email: first.email,
    links: present.map(({ id: accountId, username }) => ({
      username,
      token: secrets.tokenFor({ requestId, accountId }),
    })),
    isFull: links.length === mostLinks,
  }
}
