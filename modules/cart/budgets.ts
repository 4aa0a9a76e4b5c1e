import type { LoggedIn } from '#core/http/routing/route.ts'
import type { Budget } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { ChargeAppend } from '#core/http/security/budgets/charged-store.ts'
import { callerKey } from '#core/http/security/budgets/unstored-calls.ts'

const newCarts: Budget = { name: 'new-carts', points: 600, durationSeconds: 600, noun: 'new carts' }
const cartChanges: Budget = { name: 'cart-changes', points: 3_000, durationSeconds: 600, noun: 'cart changes' }

/**
 * Charges the cart events of a request: an account's to the account, so that it is never refused for others behind its
 * network address, and a guest's to the address.
 */
export function chargeForCart(
  budgets: Pick<Budgets, 'take'>,
  { actor, clientAddress }: { actor: LoggedIn; clientAddress: string },
): ChargeAppend {
  const key = callerKey(actor, clientAddress)
  const change = { budget: cartChanges, key }
  return ({ isNew }) => budgets.take(isNew ? [{ budget: newCarts, key }, change] : [change])
}
