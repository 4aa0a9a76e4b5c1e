import type { OrderStatus } from '#modules/ordering/schema.ts'
import { Badge, type Tone } from '../../ui/data/badge.tsx'
import { statusLabels } from './order-status.ts'

const tones: Record<OrderStatus, Tone> = {
  received: 'warning',
  confirmed: 'info',
  dispatched: 'info',
  delivered: 'success',
  returned: 'neutral',
  cancelled: 'danger',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
}
