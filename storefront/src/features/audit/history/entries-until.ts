import type { StateAt } from '#modules/audit/schema.ts'
import type { HistoryEntry } from '../../../lib/api/orders.ts'

/** The entries of a history up to the chosen point in time. */
export function entriesUntil(history: readonly HistoryEntry[], { revision }: StateAt): HistoryEntry[] {
  return history.filter((entry) => entry.revision <= revision)
}
