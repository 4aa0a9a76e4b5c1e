import { serviceRequestEvents } from '#modules/service-requests/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyRequesterOnServiceRequestWithdrawn = byEmail(
  serviceRequestEvents,
  'ServiceRequestWithdrawn',
  'service-request-withdrawn',
)
