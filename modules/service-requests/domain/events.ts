import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import type { JsonObject } from '#core/event-store/event-store.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** Somebody asked the shop for a service, or for a product they could not simply order. */
const ServiceRequestRaised = Type.Object({
  /** ISO 8601, UTC, by the shop's own clock. */
  raisedAt: Type.String(),
  requester: Type.Object({ id: Type.String(), loginUserName: Type.String(), name: Type.String() }),
  /** As the client gave it, so words may stand there too. Absent where the request is about no product of the catalogue. */
  productId: Type.Optional(Type.String()),
  title: Type.String(),
  company: Type.String(),
  logoUrl: Type.String(),
  description: Type.String(),
  address: Type.String(),
})

/** The shop has read it and is at work. */
const ServiceRequestAcknowledged = Type.Object({})

/**
 * Whose key seals the words: the requester's, because a person may be named in them; once that account is erased, whoever wrote
 * them. Absent where version 1 wrote the event, in the open.
 */
const SealedFor = Type.Optional(Type.String())

/** The shop has done what was asked; `note` is what it tells the requester. */
const ServiceRequestResolved = Type.Object({ note: Type.Optional(Type.String()), sealedFor: SealedFor })

/** The shop will not do it; `reason` is what it tells the requester. */
const ServiceRequestDeclined = Type.Object({ reason: Type.String(), sealedFor: SealedFor })

/** The requester no longer needs it. */
const ServiceRequestWithdrawn = Type.Object({})

/** The requester's account was deleted, and the key to their data with it. */
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

/** Version 1 kept the words in the open. */
const fromOpenWords = { 1: (data: JsonObject) => data }

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
    upcast: fromOpenWords,
  },
  ServiceRequestDeclined: {
    version: 2,
    schema: ServiceRequestDeclined,
    personal: sealed('reason'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromOpenWords,
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

/** The request's id; of a stream that `serviceRequestStream` has named. */
export function serviceRequestIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
