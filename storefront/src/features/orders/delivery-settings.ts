import type { DeliverySettings } from './order/expected-days.ts'

/** How long orders usually take. */
export const delivery: DeliverySettings = { dispatchDays: 2, deliveryDays: { from: 3, to: 7 } }
