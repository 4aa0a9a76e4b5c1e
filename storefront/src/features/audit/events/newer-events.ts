import type { AuditEvent, AuditPage } from '#modules/audit/schema.ts'

/** A page that is left open for a day must not grow for ever. */
const mostKept = 500

/** A list with what came since; an event that is there already is shown as it was read last. Both newest first. */
export function withNewer(known: readonly AuditEvent[], read: readonly AuditEvent[]): AuditEvent[] {
  const newest = known[0]?.position ?? 0
  const again = new Map(read.map((event) => [event.id, event]))
  const came = read.filter(({ position }) => position > newest)
  return [...came, ...known.map((event) => again.get(event.id) ?? event)].slice(0, mostKept)
}

/**
 * A first page that was read again, below what came after it. Nothing of an earlier reading stays: somebody who is in
 * it may have been erased since.
 */
export function withFirst(known: readonly AuditEvent[], first: readonly AuditEvent[]): AuditEvent[] {
  const newest = first[0]?.position ?? 0
  return [...known.filter(({ position }) => position > newest), ...first]
}

/** Whether there are older events than those shown: after the page they began with, or pushed out by newer ones. */
export function hasOlder(
  shown: readonly AuditEvent[],
  { content, last }: Pick<AuditPage, 'content' | 'last'>,
): boolean {
  const oldest = content.at(-1)
  return !last || (shown.length === mostKept && !shown.some(({ id }) => id === oldest?.id))
}

/**
 * The position of the oldest event that is to be read again: one whose mail waits, or that came lately, as its mail is
 * written down a moment after it.
 */
export function oldestUnsettled(known: readonly AuditEvent[], lately: readonly AuditEvent[]): number | undefined {
  const late = new Set(lately.map(({ id }) => id))
  return known.findLast(({ id, mails }) => late.has(id) || mails.some(({ fate }) => fate === 'waiting'))?.position
}
