import { serviceRequestEvents } from '#modules/service-requests/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyRequesterOnServiceRequestAcknowledged = byEmail(
  serviceRequestEvents,
  'ServiceRequestAcknowledged',
  'service-request-acknowledged',
)
