import type { LoggedIn } from '#core/http/routing/route.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { ChargeAppend } from '#core/http/security/budgets/charged-store.ts'
import { callerKey } from '#core/http/security/budgets/unstored-calls.ts'

const requests: Budget = { name: 'service-requests', points: 20, durationSeconds: 3_600, things: 'service requests' }

/** Charges a new service request to the account that raises it. */
export function chargeForRequest(
  budgets: Pick<Budgets, 'take'>,
  { actor, clientAddress }: { actor: LoggedIn; clientAddress: string },
): ChargeAppend {
  return () => budgets.take([{ budget: requests, key: callerKey(actor, clientAddress) }])
}
