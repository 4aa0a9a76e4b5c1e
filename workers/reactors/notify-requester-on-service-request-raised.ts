import { serviceRequestEvents } from '#modules/service-requests/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyRequesterOnServiceRequestRaised = byEmail(
  serviceRequestEvents,
  'ServiceRequestRaised',
  'service-request-received',
)
