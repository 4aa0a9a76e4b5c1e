import type { LoggedIn } from '#core/http/routing/route.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { ChargeAppend } from '#core/http/security/budgets/charged-store.ts'
import { callerKey } from '#core/http/security/budgets/unstored-calls.ts'

const requests: Budget = { name: 'service-requests', points: 20, durationSeconds: 3_600, noun: 'service requests' }

const replies: Budget = { name: 'service-request-replies', points: 60, durationSeconds: 3_600, noun: 'replies' }

/** Charges a reply to the account that writes it: each causes a mail. */
export function chargeForReply(budgets: Pick<Budgets, 'take'>, { id }: Pick<LoggedIn, 'id'>): ChargeAppend {
  return () => budgets.take([{ budget: replies, key: id }])
}

/** Charges a new service request to the account that raises it. */
export function chargeForRequest(
  budgets: Pick<Budgets, 'take'>,
  { actor, clientAddress }: { actor: LoggedIn; clientAddress: string },
): ChargeAppend {
  return () => budgets.take([{ budget: requests, key: callerKey(actor, clientAddress) }])
}
