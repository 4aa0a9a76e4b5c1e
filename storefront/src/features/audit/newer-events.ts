import type { AuditEvent } from '#modules/audit/schema.ts'

/** A page that is left open for a day must not grow for ever. */
const mostKept = 500

/** A list, newest first, with what came since; an event that is there already stays where it is, as it was read last. */
export function withNewer(known: readonly AuditEvent[], newer: readonly AuditEvent[]): AuditEvent[] {
  const read = new Map(newer.map((event) => [event.id, event]))
  const kept = known.map((event) => read.get(event.id) ?? event)
  for (const { id } of known) read.delete(id)
  return [...read.values(), ...kept].slice(0, mostKept)
}

/**
 * A first page that was read again, below what came after it. Nothing of an earlier reading stays: somebody who is in
 * it may have been erased since.
 */
export function withFirst(known: readonly AuditEvent[], first: readonly AuditEvent[]): AuditEvent[] {
  const newest = first[0]?.position ?? 0
  return [...known.filter(({ position }) => position > newest), ...first]
}

/**
 * The position of the oldest event that is to be read again: one whose mail waits, or that came in the last turn, as
 * its mail is written down a moment after it.
 */
export function oldestUnsettled(known: readonly AuditEvent[], came: readonly AuditEvent[]): number | undefined {
  const waiting = known.filter(({ mails }) => mails.some(({ fate }) => fate === 'waiting'))
  const positions = [...waiting, ...came].map(({ position }) => position)
  return positions.length === 0 ? undefined : Math.min(...positions)
}
