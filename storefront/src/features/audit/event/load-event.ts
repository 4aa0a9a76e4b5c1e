import type { AuditEvent, EventInChain } from '#modules/audit/schema.ts'
import { isUnauthorized } from '../../../lib/api/api-error.ts'
import { fetchEventInChain, fetchEvents, fetchStateAt } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { changesBetween, type ComparedFact } from '../history/compare-facts.ts'

/** An event, its causes and effects, the events before and after it in its stream, and what it changed. */
export type Surroundings = EventInChain & {
  previous: AuditEvent | undefined
  next: AuditEvent | undefined
  /** Empty if the event is no change, or the state before it cannot be read. */
  changes: readonly ComparedFact[]
}

export async function loadEvent(api: ApiClient, id: string, signal: AbortSignal): Promise<Surroundings> {
  const found = await fetchEventInChain(api, id, signal)
  const { stream, position } = found.event
  const neighbour = (at: { before: number } | { after: number }) =>
    fetchEvents(api, { filter: { stream }, at: { size: 1, ...at } }, signal)
  const [before, after, changes] = await Promise.all([
    neighbour({ before: position }),
    neighbour({ after: position }),
    changesOf(api, found.event, signal),
  ])
  return { ...found, previous: before.content[0], next: after.content[0], changes }
}

/** What a change changed: the difference between the states before and after it. */
async function changesOf(api: ApiClient, event: AuditEvent, signal: AbortSignal): Promise<readonly ComparedFact[]> {
  const { type, stream, revision, unreadable } = event
  if (!type.endsWith('Changed') || revision === 0 || unreadable !== undefined) return []
  const stateAfter = (one: number) => fetchStateAt(api, { stream, revision: one }, signal)
  try {
    const [before, after] = await Promise.all([stateAfter(revision - 1), stateAfter(revision)])
    return changesBetween(before.facts, after.facts)
  } catch (error) {
    // Another event of the stream may be unreadable: this one is shown without its changes.
    if (signal.aborted || isUnauthorized(error)) throw error
    return []
  }
}
