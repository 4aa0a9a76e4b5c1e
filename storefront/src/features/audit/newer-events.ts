import type { AuditEvent } from '#modules/audit/schema.ts'

/** A page that is left open for a day must not grow for ever. */
const mostKept = 500

/** A list, newest first, with what came since; an event that is there already does not come twice. */
export function withNewer(known: readonly AuditEvent[], newer: readonly AuditEvent[]): AuditEvent[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...newer.filter(({ id }) => !ids.has(id)), ...known].slice(0, mostKept)
}
