import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'

/**
 * An ADMIN has looked at other people's personal data. One event an hour for each admin and thing, however often it is
 * looked at: a page that asks again and again must not fill the log.
 */
const PersonalDataRead = Type.Object({
  /** In words: "Order ORD48210377", "the list of users". */
  what: Type.String(),
})

/** Ids are an hour (UTC), the admin's id, and the thing in a short form. */
const audit = { name: 'audit', id: /^\d{4}-\d{2}-\d{2}T\d{2}-[\w.-]+$/ }

export const auditEvents = inCategory(audit, {
  PersonalDataRead: {
    version: 1,
    schema: PersonalDataRead,
    notPersonal: { 'Says which thing was looked at, by its kind and id, and nothing that stands in it.': ['what'] },
  },
}) satisfies EventDefinitions

/** One stream for each hour, admin and thing: that it can be begun only once makes the record one of a kind. */
export function readStream(read: { hour: string; adminId: string; what: string }): string {
  return `${audit.name}-${read.hour}-${read.adminId}-${read.what.replaceAll(/[^\w.-]+/g, '.').slice(0, 120)}`
}
