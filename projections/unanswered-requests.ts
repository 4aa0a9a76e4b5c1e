import { defineProjection } from '#core/projections/projection.ts'
import { serviceRequestEvents, serviceRequestIdOf } from '#modules/service-requests/domain/events.ts'
import type { UnansweredRow } from '#modules/service-requests/read-model.ts'

const keys = (event: { stream: string }) => [serviceRequestIdOf(event.stream)]

/** The requester no longer waits: the shop has answered, or the requester’s account was deleted. */
const answered = { keys, evolve: () => undefined }

/** The requests whose requester waits for an answer of the shop. Holds no personal data. */
export const unansweredRequestsProjection = defineProjection<UnansweredRow, typeof serviceRequestEvents>(
  serviceRequestEvents,
  {
    name: 'unanswered-requests',
    version: 1,
    rowsOf: 'one-stream',
    sink: {
      kind: 'table',
      table: {
        name: 'requests',
        key: 'request_id',
        columns: { request_id: 'text', since: 'timestamptz not null' },
        indexes: ['(since)'],
      },
    },
    on: {
      ServiceRequestRaised: { keys, evolve: (_row, { data }, key) => ({ request_id: key, since: data.raisedAt }) },
      ServiceRequestReplied: {
        keys,
        evolve: (row, { data, at }, key) =>
          data.from === 'shop' ? undefined : (row ?? { request_id: key, since: at }),
      },
      ServiceRequestAcknowledged: answered,
      ServiceRequestResolved: answered,
      ServiceRequestDeclined: answered,
      ServiceRequestWithdrawn: answered,
      ServiceRequestPersonalDataErased: answered,
    },
  },
)
