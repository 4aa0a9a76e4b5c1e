import type { Sentences } from '#core/module/manifest.ts'
import type { serviceRequestEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const serviceRequestSentences: Sentences<typeof serviceRequestEvents> = {
  ServiceRequestRaised: ({ data }) => `asked for “${data.title}”`,
  ServiceRequestAcknowledged: () => 'acknowledged the request',
  ServiceRequestResolved: () => 'resolved the request',
  ServiceRequestDeclined: () => 'declined the request',
  ServiceRequestReplied: ({ data }) => (data.from === 'shop' ? 'wrote to the requester' : 'wrote to the shop'),
  ServiceRequestWithdrawn: () => 'withdrew the request',
  ServiceRequestPersonalDataErased: () => 'erased the requester’s personal data from this request',
}
