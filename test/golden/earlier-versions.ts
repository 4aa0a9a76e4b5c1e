import { Type } from 'typebox'
import type { EventDefinition } from '#core/event-store/event-definition.ts'

/**
 * The definitions of versions that were replaced before golden events existed, which stored free texts unencrypted. Versions
 * replaced later have their golden events already, so nothing is added here.
 */
export const earlierVersions: Readonly<Record<string, EventDefinition>> = {
  OrderCancelled: {
    version: 1,
    schema: Type.Object({ reason: Type.String(), by: Type.Union([Type.Literal('buyer'), Type.Literal('shop')]) }),
  },
  OrderReturned: { version: 1, schema: Type.Object({ reason: Type.String() }) },
  ServiceRequestResolved: { version: 1, schema: Type.Object({ note: Type.Optional(Type.String()) }) },
  ServiceRequestDeclined: { version: 1, schema: Type.Object({ reason: Type.String() }) },
}
