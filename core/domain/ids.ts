import { createHash } from 'node:crypto'
import { v7, parse, stringify } from 'uuid'

/** Makes `T` distinct from any string or number that is not a `Name`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }

/** A new UUIDv7: unique, and roughly ordered by time. */
export type NewId = () => string

export const newId: NewId = () => v7()

/** The time at which a UUIDv7 was generated, in milliseconds since the epoch. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

/**
 * The id of the `index`-th event of a command. It is deterministic, so that an append with an unknown outcome can be
 * retried without duplicates. Index 0 is the command's own id.
 */
export function eventIdOf(commandId: string, index: number): string {
  if (index === 0) return commandId
  const bytes = parse(commandId)
  const digest = createHash('sha256').update(commandId).update(String(index)).digest()
  for (let i = 6; i < 16; i++) bytes[i] = digest[i] ?? 0
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return stringify(bytes)
}
