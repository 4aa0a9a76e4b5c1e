import type { ServiceRequestStatus } from '#modules/service-requests/schema.ts'

/** What a person reads for each status. */
export const requestStatusLabels: Record<ServiceRequestStatus, string> = {
  received: 'Received',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** Whether whoever raised it may still take it back. */
export function canWithdraw(status: ServiceRequestStatus): boolean {
  return status === 'received' || status === 'acknowledged'
}
