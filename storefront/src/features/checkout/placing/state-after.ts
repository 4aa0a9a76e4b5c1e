import { ApiError, isStatus, messageOf } from '../../../lib/api/api-error.ts'
import type { CheckoutState } from '../checkout-state.ts'
import { isForCart, refusedLines } from './refused-lines.ts'

/** What a refusal leads to. */
export type Refused = {
  /** Fetches the current prices again; resolves to whether the screen now shows which lines have changed. */
  recheck: () => Promise<boolean>
  /** Gives the items a new cart, because the shop refuses to order the current one (again). */
  leaveCart: () => void
}

const cartWasOrdered =
  'This cart was ordered before, in another window or on another device. See My Orders, or place the order again to order its products once more.'

/** The state after a refusal: the changed lines at current prices, or the server's messages if those are unknown. */
export async function stateAfter(error: unknown, { recheck, leaveCart }: Refused): Promise<CheckoutState> {
  if (!isStatus(error, 409)) {
    return { status: 'error', fault: { message: failureMessage(error) }, retryAt: retryTimeOf(error) }
  }
  if (isForCart(error)) {
    leaveCart()
    return { status: 'error', fault: { message: cartWasOrdered } }
  }
  const lines = refusedLines(error)
  if (lines.length > 0 && (await recheck())) return { status: 'changed', lines: [] }
  return lines.length > 0 ? { status: 'changed', lines } : { status: 'error', fault: { message: error.message } }
}

function retryTimeOf(error: unknown): number | undefined {
  return isStatus(error, 429) && error.retryAfter > 0 ? Date.now() + 1_000 * error.retryAfter : undefined
}

/** The message of spec §8 for an order that was not placed. */
function failureMessage(error: unknown): string {
  const otherwise = error instanceof ApiError ? 'Failed to place order. Please try again.' : undefined
  return messageOf(error, otherwise)
}
