import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/codec.ts'
import type { EventOf } from '#core/decider.ts'

/** Somebody asked the shop for a service, or for a product they could not simply order. */
const ServiceRequestRaised = Type.Object({
  /** ISO 8601, UTC, by the shop's own clock. */
  raisedAt: Type.String(),
  requester: Type.Object({ id: Type.String(), loginUserName: Type.String(), name: Type.String() }),
  /** Absent where the request is about no product of the catalogue. */
  productId: Type.Optional(Type.String()),
  title: Type.String(),
  company: Type.String(),
  logoUrl: Type.String(),
  description: Type.String(),
  address: Type.String(),
})

/** The shop has read it and is at work. */
const ServiceRequestAcknowledged = Type.Object({})

const ServiceRequestResolved = Type.Object({ note: Type.Optional(Type.String()) })

const ServiceRequestDeclined = Type.Object({ reason: Type.String() })

/** The requester no longer needs it. */
const ServiceRequestWithdrawn = Type.Object({})

/** The requester's account was deleted, and the key to their data with it. */
const ServiceRequestPersonalDataErased = Type.Object({})

const personal = {
  fields: ['requester.loginUserName', 'requester.name', 'title', 'company', 'logoUrl', 'description', 'address'],
  subject: (data: { readonly [key: string]: unknown }) => requesterIdIn(data),
}

function requesterIdIn(data: { readonly [key: string]: unknown }): string | undefined {
  const requester = data['requester']
  if (typeof requester !== 'object' || requester === null || !('id' in requester)) return undefined
  return typeof requester.id === 'string' ? requester.id : undefined
}

export const serviceRequestEvents = {
  ServiceRequestRaised: { version: 1, schema: ServiceRequestRaised, personal },
  ServiceRequestAcknowledged: { version: 1, schema: ServiceRequestAcknowledged },
  ServiceRequestResolved: { version: 1, schema: ServiceRequestResolved },
  ServiceRequestDeclined: { version: 1, schema: ServiceRequestDeclined },
  ServiceRequestWithdrawn: { version: 1, schema: ServiceRequestWithdrawn },
  ServiceRequestPersonalDataErased: { version: 1, schema: ServiceRequestPersonalDataErased },
} satisfies EventDefinitions

export type ServiceRequestEvent = EventOf<typeof serviceRequestEvents>

const prefix = 'serviceRequest-'

export function serviceRequestStream(id: string): string {
  return prefix + id
}

export function serviceRequestIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
