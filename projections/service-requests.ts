import { erasedText } from '#core/personal-data/erased-text.ts'
import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { serviceRequestEvents, serviceRequestIdOf } from '#modules/service-requests/domain/events.ts'
import { searchedRequestText, type ServiceRequestRow } from '#modules/service-requests/read-model.ts'

type Events = typeof serviceRequestEvents

const keys = (event: { stream: string }) => [serviceRequestIdOf(event.stream)]

/** A fold that changes only some columns and the revision. */
function step(changes: Partial<ServiceRequestRow>) {
  return {
    keys,
    evolve: (row: ServiceRequestRow | undefined, event: { revision: number }) =>
      row && { ...row, ...changes, revision: event.revision },
  }
}

/** The list of service requests, for the admin's board and the requester's page. */
export const serviceRequestsProjection = defineProjection<ServiceRequestRow, Events>(serviceRequestEvents, {
  name: 'service-requests',
  version: 5,
  rowsOf: 'one-stream',
  sink: {
    kind: 'table',
    table: {
      name: 'service_requests',
      key: 'request_id',
      columns: {
        request_id: 'text',
        requester_id: 'text not null',
        login_user_name: 'text not null',
        product_id: 'text not null',
        title: 'text not null',
        company: 'text not null',
        logo_url: 'text not null',
        description: 'text not null',
        address: 'text not null',
        status: 'text not null',
        raised_at: 'timestamptz not null',
        raised_position: 'bigint not null',
        last_reply_from: 'text',
        shop_replied_at: 'timestamptz',
        revision: 'integer not null',
      },
      indexes: [
        '(raised_position desc)',
        '(requester_id, raised_position desc)',
        '(status, raised_position desc)',
        '(raised_at)',
        '(lower(title), raised_position)',
        '(lower(company), raised_position)',
        `using gin (${searchedRequestText} gin_trgm_ops)`,
      ],
      totals: [{ name: 'totals', by: 'status', where: 'true' }],
    },
  },
  on: {
    ServiceRequestRaised: { keys, evolve: (_row, event, key) => raised(event, key) },
    ServiceRequestAcknowledged: step({ status: 'acknowledged' }),
    ServiceRequestResolved: step({ status: 'resolved' }),
    ServiceRequestDeclined: step({ status: 'declined' }),
    ServiceRequestReplied: { keys, evolve: (row, event) => row && replied(row, event) },
    ServiceRequestWithdrawn: step({ status: 'withdrawn' }),
    ServiceRequestPersonalDataErased: step({
      login_user_name: erasedText,
      product_id: '',
      title: erasedText,
      company: erasedText,
      logo_url: '',
      description: erasedText,
      address: erasedText,
    }),
  },
})

function raised(event: TypedEvent<Events, 'ServiceRequestRaised'>, requestId: string): ServiceRequestRow {
  const { requester, productId, title, company, logoUrl, description, address, raisedAt } = event.data
  return {
    request_id: requestId,
    requester_id: requester.id,
    login_user_name: requester.loginUserName,
    product_id: productId ?? '',
    title,
    company,
    logo_url: logoUrl,
    description,
    address,
    status: 'received',
    raised_at: raisedAt,
    raised_position: event.position,
    last_reply_from: null,
    shop_replied_at: null,
    revision: event.revision,
  }
}

function replied(row: ServiceRequestRow, event: TypedEvent<Events, 'ServiceRequestReplied'>): ServiceRequestRow {
  const { from } = event.data
  const shopRepliedAt = from === 'shop' ? event.at : row.shop_replied_at
  return { ...row, last_reply_from: from, shop_replied_at: shopRepliedAt, revision: event.revision }
}
