import { Printer } from 'lucide-react'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../status-badge.tsx'

/** The current status of an order, and the button that prints its sheet. */
export function OrderTools({ order }: { order: TrackedOrder }) {
  return (
    <>
      <StatusBadge status={order.status} />
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden /> Print
      </Button>
    </>
  )
}
