import type { AuditEvent } from '#modules/audit/schema.ts'

/** An event and what it caused, which may have caused more. */
export type Branch = { event: AuditEvent; effects: Branch[] }

/** Relatives as trees, oldest first: each event below the one that caused it, on top whatever a request caused directly. */
export function treesOf(family: readonly AuditEvent[]): Branch[] {
  const ids = new Set(family.map(({ id }) => id))
  const effects = Map.groupBy(family, ({ causationId }) => causationId)
  const grow = (event: AuditEvent): Branch => ({ event, effects: (effects.get(event.id) ?? []).map(grow) })
  return family.filter(({ id, causationId }) => !ids.has(causationId) || causationId === id).map(grow)
}
