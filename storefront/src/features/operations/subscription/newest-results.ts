import type { Operation } from '#modules/operations/schema.ts'
import { textOf } from '../../../lib/decode.ts'

const kinds = ['ProjectionReplayed', 'ProjectionReplayRehearsed', 'ProjectionVerified']

/** The newest replay, dry run and verification of a read model among these operations, newest first. */
export function newestResults(name: string, operations: readonly Operation[]): Operation[] {
  const newestFirst = operations
    .filter(({ type, data }) => kinds.includes(type) && textOf(data, 'projection') === name)
    .toSorted((one, other) => other.position - one.position)
  return kinds
    .flatMap((kind) => newestFirst.find(({ type }) => type === kind) ?? [])
    .toSorted((one, other) => other.position - one.position)
}
