import type { AuditEvent, AuditPage } from '#modules/audit/schema.ts'

/** Limits the growth of a page that is left open for a day. */
export const maxShownEvents = 60

/** Adds newer events to a list, and replaces known events by what was read last. Both lists are newest first. */
export function withNewer(known: readonly AuditEvent[], read: readonly AuditEvent[]): AuditEvent[] {
  const newest = known[0]?.position ?? 0
  const reread = new Map(read.map((event) => [event.id, event]))
  const added = read.filter(({ position }) => position > newest)
  return [...added, ...known.map((event) => reread.get(event.id) ?? event)].slice(0, maxShownEvents)
}

/**
 * Puts a reloaded first page below the events that are newer than it. No event of the earlier read is kept, because
 * personal data in it may have been erased since.
 */
export function withFirst(known: readonly AuditEvent[], first: readonly AuditEvent[]): AuditEvent[] {
  const newest = first[0]?.position ?? 0
  return [...known.filter(({ position }) => position > newest), ...first]
}

/** Whether older events exist than those shown: after the first page, or pushed out by newer events. */
export function hasOlder(
  shown: readonly AuditEvent[],
  { content, last }: Pick<AuditPage, 'content' | 'last'>,
): boolean {
  const oldest = content.at(-1)
  return !last || (shown.length === maxShownEvents && !shown.some(({ id }) => id === oldest?.id))
}

/**
 * The position of the oldest event to be reloaded: one whose mail is waiting, or a recent one, because mails are
 * recorded shortly after their event.
 */
export function oldestToReload(known: readonly AuditEvent[], recent: readonly AuditEvent[]): number | undefined {
  const recentIds = new Set(recent.map(({ id }) => id))
  return known.findLast(({ id, mails }) => recentIds.has(id) || mails.some(({ fate }) => fate === 'waiting'))?.position
}
