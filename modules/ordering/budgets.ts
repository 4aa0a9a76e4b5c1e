import type { LoggedIn } from '#core/http/routing/route.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { ChargeAppend } from '#core/http/security/budgets/charged-store.ts'
import { callerKey } from '#core/http/security/budgets/unstored-calls.ts'

const tenMinutes: Budget = { name: 'orders', points: 30, durationSeconds: 600, noun: 'orders' }
const day: Budget = { name: 'orders-of-a-day', points: 100, durationSeconds: 86_400, noun: 'orders' }
const ofAddress: Budget = {
  name: 'orders-of-an-address',
  points: 300,
  durationSeconds: 600,
  noun: 'orders from your network',
}

/**
 * Charges an order to the account, and counts it for the network address. Many buyers may share an address (a mobile
 * carrier), so an account within its own budgets is not refused for the address's: see `refuseNewcomers`.
 */
export function chargeForOrder(
  budgets: Pick<Budgets, 'take' | 'add'>,
  { actor, clientAddress }: { actor: LoggedIn; clientAddress: string },
): ChargeAppend {
  const key = callerKey(actor, clientAddress)
  return async () => {
    const taken = await budgets.take([tenMinutes, day].map((budget) => ({ budget, key })))
    const address = budgets.add({ budget: ofAddress, key: clientAddress })
    return { refund: () => [taken, address].forEach((one) => one.refund()) }
  }
}

/**
 * While an address has used up its orders, no account can be created from it: otherwise new accounts would be new
 * budgets.
 * @throws Rejection `too-many-requests`
 */
export async function refuseNewcomers(budgets: Pick<Budgets, 'take'>, clientAddress: string): Promise<void> {
  const taken = await budgets.take([{ budget: ofAddress, key: clientAddress }])
  taken.refund()
}
