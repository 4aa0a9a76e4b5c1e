import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'

/**
 * An ADMIN has accessed other people's personal data. One event per hour for each admin and subject, however often it
 * is accessed, so that a page that polls does not fill the log.
 */
const PersonalDataRead = Type.Object({
  /** What was accessed, in words: "Order ORD48210377", "the list of users". */
  what: Type.String(),
})

/** An id consists of the hour (UTC), the admin's id, and the subject in a short form. */
const audit = { name: 'audit', id: /^\d{4}-\d{2}-\d{2}T\d{2}-[\w.-]+$/ }

export const auditEvents = inCategory(audit, {
  PersonalDataRead: {
    version: 1,
    schema: PersonalDataRead,
    notPersonal: { 'Names what was read by its kind and id, without its content.': ['what'] },
  },
}) satisfies EventDefinitions

/** One stream for each hour, admin and subject; it can be created only once, so the record is unique. */
export function readStream(read: { hour: string; adminId: string; what: string }): string {
  return `${audit.name}-${read.hour}-${read.adminId}-${read.what.replaceAll(/[^\w.-]+/g, '.').slice(0, 120)}`
}
