import { createHash, randomFillSync } from 'node:crypto'
import { v7, parse, stringify } from 'uuid'

/** Makes `T` distinct from any string or number that is not a `Name`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }

/** A new UUIDv7: unique, and roughly ordered by time; those of one process are strictly ascending. */
export type NewId = () => string

const idBytes = 16
/** Drawn for many ids at once: a call of the generator for each costs more than the rest of the id. */
const randomBytes = Buffer.alloc(256 * idBytes)
let usedBytes = randomBytes.length
/** The milliseconds and the counter of the last id. */
let last = { msecs: 0, seq: 0 }

export const newId: NewId = () => {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes)
    usedBytes = 0
  }
  const random = randomBytes.subarray(usedBytes, usedBytes + idBytes)
  usedBytes += idBytes
  last = following(last, random.readInt32BE(6))
  return v7({ random, ...last })
}

/** Counts within a millisecond, from a random start with room above it; a clock that goes back is not followed. */
function following({ msecs, seq }: typeof last, random: number): typeof last {
  const now = Date.now()
  if (now > msecs) return { msecs: now, seq: random & 0x7f_ff_ff_ff }
  const next = (seq + 1) | 0
  return next === 0 ? { msecs: msecs + 1, seq: next } : { msecs, seq: next }
}

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
