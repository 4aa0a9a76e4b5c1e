import { isDeepStrictEqual } from 'node:util'
import type { Violation } from '../record/call.ts'

/** The rows of a read model by key, as the log gives them up to its checkpoint, and as they are stored. */
export type Comparison = {
  name: string
  position: number
  expected: ReadonlyMap<string, unknown>
  stored: ReadonlyMap<string, unknown>
}

/** Each read model is the fold of the log up to its checkpoint. */
export function readModelViolations({ name, position, expected, stored }: Comparison): Violation[] {
  const keys = new Set([...expected.keys(), ...stored.keys()])
  return [...keys].flatMap((key) => {
    const [wanted, found] = [expected.get(key), stored.get(key)]
    if (isDeepStrictEqual(wanted, found)) return []
    const what = `${name} at ${position}: ${key} is ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`
    return [{ law: 'a read model is the fold of the log', what }]
  })
}

/** A checkpoint as it was seen at some moment. */
export type CheckpointSeen = { name: string; position: number }

/** Its checkpoint moves back where a late write is repaired: docs/decisions/late-writes-to-the-index.md. */
const searchIndex = 'product-search'

/** No checkpoint of what is being served falls, except that of the search index, which is not in the database's transaction. */
export function checkpointViolations(seen: readonly CheckpointSeen[]): Violation[] {
  const highest = new Map<string, number>()
  return seen.flatMap(({ name, position }) => {
    const before = highest.get(name) ?? 0
    highest.set(name, Math.max(before, position))
    if (position >= before || name === searchIndex) return []
    return [{ law: 'no checkpoint falls', what: `the checkpoint of ${name} fell from ${before} to ${position}` }]
  })
}
