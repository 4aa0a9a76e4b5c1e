import { serviceRequestEvents } from '#modules/service-requests/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyRequesterOnServiceRequestResolved = byEmail(
  serviceRequestEvents,
  'ServiceRequestResolved',
  'service-request-resolved',
)
