import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import type { JsonObject } from '#core/event-store/event-store.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** A person requested a service, or a product that cannot simply be ordered. */
const ServiceRequestRaised = Type.Object({
  /** ISO 8601, UTC, by the shop's clock. */
  raisedAt: Type.String(),
  requester: Type.Object({ id: Type.String(), loginUserName: Type.String(), name: Type.String() }),
  /** As sent by the client, so it may hold any text. Absent if the request is not about a product of the catalogue. */
  productId: Type.Optional(Type.String()),
  title: Type.String(),
  company: Type.String(),
  logoUrl: Type.String(),
  description: Type.String(),
  address: Type.String(),
})

/** The shop has read the request and is working on it. */
const ServiceRequestAcknowledged = Type.Object({})

/**
 * The account whose key encrypts the event's texts: the requester, because they may name a person; once that account is
 * erased, the author. Absent in version 1, which stored plain text.
 */
const SealedFor = Type.Optional(Type.String())

/** The shop has fulfilled the request; `note` is addressed to the requester. */
const ServiceRequestResolved = Type.Object({ note: Type.Optional(Type.String()), sealedFor: SealedFor })

/** The shop will not fulfil the request; `reason` is addressed to the requester. */
const ServiceRequestDeclined = Type.Object({ reason: Type.String(), sealedFor: SealedFor })

/** The requester took the request back. */
const ServiceRequestWithdrawn = Type.Object({})

/** The requester's account and key were deleted. */
const ServiceRequestPersonalDataErased = Type.Object({})

const personal = {
  fields: [
    'requester.loginUserName',
    'requester.name',
    'productId',
    'title',
    'company',
    'logoUrl',
    'description',
    'address',
  ],
  subject: (data: { readonly [key: string]: unknown }) => requesterIdIn(data),
}

function requesterIdIn(data: { readonly [key: string]: unknown }): string | undefined {
  const requester = data['requester']
  if (typeof requester !== 'object' || requester === null || !('id' in requester)) return undefined
  return typeof requester.id === 'string' ? requester.id : undefined
}

const sealed = (field: string) => ({
  fields: [field],
  subject: ({ sealedFor }: { readonly [key: string]: unknown }) =>
    typeof sealedFor === 'string' ? sealedFor : undefined,
})

/** Version 1 stored the texts as plain text. */
const fromPlainText = { 1: (data: JsonObject) => data }

/** Ids are UUIDs. */
const serviceRequest = {
  name: 'serviceRequest',
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
}

const ids = 'Ids and times that the shop makes.'

export const serviceRequestEvents = inCategory(serviceRequest, {
  ServiceRequestRaised: {
    version: 1,
    schema: ServiceRequestRaised,
    personal,
    notPersonal: { [ids]: ['raisedAt', 'requester.id'] },
  },
  ServiceRequestAcknowledged: { version: 1, schema: ServiceRequestAcknowledged },
  ServiceRequestResolved: {
    version: 2,
    schema: ServiceRequestResolved,
    personal: sealed('note'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromPlainText,
  },
  ServiceRequestDeclined: {
    version: 2,
    schema: ServiceRequestDeclined,
    personal: sealed('reason'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromPlainText,
  },
  ServiceRequestWithdrawn: { version: 1, schema: ServiceRequestWithdrawn },
  ServiceRequestPersonalDataErased: { version: 1, schema: ServiceRequestPersonalDataErased },
}) satisfies EventDefinitions

export type ServiceRequestEvent = EventOf<typeof serviceRequestEvents>

const prefix = `${serviceRequest.name}-`

/** The stream of one service request, by its id. */
export function serviceRequestStream(id: string): string {
  return prefix + id
}

/** The inverse of `serviceRequestStream`. */
export function serviceRequestIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
