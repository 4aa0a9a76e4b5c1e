import type { TrackedOrder } from '#modules/ordering/schema.ts'
import type { BulkStep } from '../../../entities/list/bulk/bulk-bar.tsx'
import { takeOrderStep, type OrderStep } from '../../../lib/api/orders.ts'
import { stepsFor } from '../order-status.ts'
import { bulkStepText } from './order-steps.ts'

const allSteps: readonly OrderStep[] = ['confirm', 'dispatch', 'deliver', 'cancel', 'return']

/** The steps that are possible now for at least one of these orders. */
export function bulkSteps(selected: readonly Pick<TrackedOrder, 'status' | 'returnableUntil'>[]): BulkStep[] {
  const viewer = { isAdmin: true, now: Date.now() }
  const possible = new Set(selected.flatMap((order) => stepsFor(order, viewer)))
  return allSteps
    .filter((step) => possible.has(step))
    .map((step) => ({
      text: bulkStepText(step),
      take: (api, orderId, details) => takeOrderStep(api, { orderId, step, details }),
    }))
}
