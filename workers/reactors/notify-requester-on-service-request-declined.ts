import { serviceRequestEvents } from '#modules/service-requests/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyRequesterOnServiceRequestDeclined = byEmail(
  serviceRequestEvents,
  'ServiceRequestDeclined',
  'service-request-declined',
)
