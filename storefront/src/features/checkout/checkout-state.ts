import type { CheckoutFault } from './checkout.ts'

/** The placed order; `isEarlier`: not the order just requested, but an earlier one whose response was lost. */
export type Placed = { orderId: string; isEarlier: boolean }

/**
 * The states of the checkout (spec §4). `changed`: prices have changed, and nothing was ordered; `lines` are the
 * server's messages, used if the current prices could not be fetched. `retryAt`: the time in ms before which the server
 * would refuse the order again.
 */
export type CheckoutState =
  | { status: 'idle' }
  | { status: 'submitting' }
  | ({ status: 'success' } & Placed)
  | { status: 'error'; fault: CheckoutFault; retryAt?: number | undefined }
  | { status: 'changed'; lines: readonly string[] }
