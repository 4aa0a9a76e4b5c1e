import type { AuditEvent, EventInChain } from '#modules/audit/schema.ts'
import { fetchEventInChain, fetchEvents } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'

/** An event, its causes and effects, and the events before and after it in its stream. */
export type Surroundings = EventInChain & { previous: AuditEvent | undefined; next: AuditEvent | undefined }

export async function loadEvent(api: ApiClient, id: string, signal: AbortSignal): Promise<Surroundings> {
  const found = await fetchEventInChain(api, id, signal)
  const { stream, position } = found.event
  const neighbour = (at: { before: number } | { after: number }) =>
    fetchEvents(api, { filter: { stream }, at: { size: 1, ...at } }, signal)
  const [before, after] = await Promise.all([neighbour({ before: position }), neighbour({ after: position })])
  return { ...found, previous: before.content[0], next: after.content[0] }
}
