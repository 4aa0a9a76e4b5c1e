import { fold } from '#core/domain/decider.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { serviceRequestsProjection } from '#projections/service-requests.ts'
import { unansweredRequestsProjection } from '#projections/unanswered-requests.ts'
import { serviceRequestEvents, serviceRequestStream } from './domain/events.ts'
import { serviceRequestDecider } from './domain/service-request.ts'
import { serviceRequestSentences } from './domain/wording.ts'

/** The declarations of service requests for the rest of the shop. */
export const serviceRequestsManifest = defineModule({
  tag: 'Service requests',
  events: serviceRequestEvents,
  migrations: {},
  streams: [
    {
      category: 'serviceRequest',
      title: 'Service request',
      filter: 'service request',
      streamOf: serviceRequestStream,
      idsAre: 'lower-case',
      relatedBy: [],
      fold: (events) => fold(serviceRequestDecider, eventsOf(serviceRequestEvents, events)),
      isPersonal: true,
    },
  ],
  sentences: serviceRequestSentences,
  projections: {
    'service-requests': serviceRequestsProjection,
    'unanswered-requests': unansweredRequestsProjection,
  },
  personalReadModels: ['service-requests', 'unanswered-requests'],
  privacy: [
    {
      what: 'Service requests: what you and the shop wrote to each other, and the place',
      purpose: 'Answering them, and sending an engineer',
      duration: 'Until you delete your account',
      order: 5,
      fields: {
        'ServiceRequestRaised.requester.loginUserName': 'Service requests',
        'ServiceRequestRaised.requester.name': 'Service requests',
        'ServiceRequestRaised.productId': 'what you',
        'ServiceRequestRaised.title': 'what you',
        'ServiceRequestRaised.company': 'what you',
        'ServiceRequestRaised.logoUrl': 'what you',
        'ServiceRequestRaised.description': 'what you',
        'ServiceRequestRaised.address': 'the place',
        'ServiceRequestResolved.note': 'the shop wrote',
        'ServiceRequestDeclined.reason': 'the shop wrote',
        'ServiceRequestReplied.text': 'wrote to each other',
      },
    },
  ],
  mails: {
    ServiceRequestRaised: 'service-request-received',
    ServiceRequestAcknowledged: 'service-request-acknowledged',
    ServiceRequestResolved: 'service-request-resolved',
    ServiceRequestDeclined: 'service-request-declined',
    ServiceRequestReplied: 'service-request-replied',
    ServiceRequestWithdrawn: 'service-request-withdrawn',
  },
  adminPlaces: [{ label: 'Requests', path: '/admin/service-requests', order: 4, covers: ['/my-orders/requests'] }],
})
