import type { ServiceRequestStatus } from '#modules/service-requests/schema.ts'

/** The label of each status. */
export const requestStatusLabels: Record<ServiceRequestStatus, string> = {
  received: 'Received',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** Whether the requester may still withdraw the request. */
export function canWithdraw(status: ServiceRequestStatus): boolean {
  return status === 'received' || status === 'acknowledged'
}
