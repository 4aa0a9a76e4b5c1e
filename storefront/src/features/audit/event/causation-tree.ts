import type { AuditEvent } from '#modules/audit/schema.ts'

/** An event and what it caused, which may have caused more. */
export type Branch = { event: AuditEvent; effects: Branch[] }

/**
 * Builds causation trees, oldest first: each event is below its cause; the roots were caused directly by a request. An
 * operation names itself as its cause.
 */
export function causationTrees(chain: readonly AuditEvent[]): Branch[] {
  const ids = new Set(chain.map(({ id }) => id))
  const effects = Map.groupBy(
    chain.filter(({ id, causationId }) => id !== causationId),
    ({ causationId }) => causationId,
  )
  const grow = (event: AuditEvent): Branch => ({ event, effects: (effects.get(event.id) ?? []).map(grow) })
  return chain.filter(({ id, causationId }) => !ids.has(causationId) || causationId === id).map(grow)
}
