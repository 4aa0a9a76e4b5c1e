import type { ServiceRequestStatus } from '#modules/service-requests/schema.ts'
import { Badge, type Tone } from '../../ui/data/badge.tsx'
import { requestStatusLabels } from './request-status.ts'

const tones: Record<ServiceRequestStatus, Tone> = {
  received: 'warning',
  acknowledged: 'info',
  resolved: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
}

/** The status of a service request, in words and colour. */
export function RequestStatusBadge({ status }: { status: ServiceRequestStatus }) {
  return <Badge tone={tones[status]}>{requestStatusLabels[status]}</Badge>
}
