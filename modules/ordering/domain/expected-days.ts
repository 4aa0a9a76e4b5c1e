import type { DeliveryTimes } from '#core/config/delivery-times.ts'
import type { Order } from './order.ts'

/** The estimated days, as times on them; `dispatch` is set until the order is dispatched. */
export type ExpectedDays = { dispatch?: string; from: string; to: string }

type Underway = Pick<Order, 'status' | 'placedAt'> & { dispatchedAt?: string | undefined }

/** The estimate for an order; `undefined` once it is delivered or will not be. */
export function expectedDays(
  { status, placedAt, dispatchedAt }: Underway,
  { dispatchDays, deliveryDays }: DeliveryTimes,
): ExpectedDays | undefined {
  if (status !== 'received' && status !== 'confirmed' && status !== 'dispatched') return undefined
  const start = dispatchedAt ?? afterWorkingDays(placedAt, dispatchDays)
  return {
    ...(dispatchedAt === undefined && { dispatch: start }),
    from: afterWorkingDays(start, deliveryDays.from),
    to: afterWorkingDays(start, deliveryDays.to),
  }
}

const dayMs = 86_400_000

/** India has one time zone, five and a half hours ahead of UTC. */
const indiaMs = 19_800_000

/** The same time of day that many working days later. */
function afterWorkingDays(from: string, days: number): string {
  let at = Date.parse(from)
  for (let left = days; left > 0;) {
    at += dayMs
    const isSunday = new Date(at + indiaMs).getUTCDay() === 0
    if (!isSunday) left -= 1
  }
  return new Date(at).toISOString()
}
