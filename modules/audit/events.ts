import { Type } from 'typebox'
import type { EventOf } from '#core/decider.ts'
import type { EventDefinitions } from '#core/event-store/codec.ts'

/**
 * An ADMIN has looked at other people's personal data. One event an hour for each admin and thing, however often it is
 * looked at: a page that asks again and again must not fill the log.
 */
const PersonalDataRead = Type.Object({
  /** In words: "Order ORD48210377", "the list of users". */
  what: Type.String(),
})

export const auditEvents = { PersonalDataRead: { version: 1, schema: PersonalDataRead } } satisfies EventDefinitions

export type AuditedEvent = EventOf<typeof auditEvents>

/** One stream for each hour, admin and thing: that it can be begun only once makes the record one of a kind. */
export function readStream(read: { hour: string; adminId: string; what: string }): string {
  return `audit-${read.hour}-${read.adminId}-${read.what.replaceAll(/[^\w.-]+/g, '.').slice(0, 120)}`
}
