import type { Expected } from './append-check.ts'
import type { LoggedEvent } from '../log/record.ts'

/** The outcome of an append or a deletion. */
export type Written =
  /** `revision` is undefined for an empty append to a stream without events. */
  | { outcome: 'written'; revision: number | undefined; position: number }
  | { outcome: 'wrong-version'; actual: number; expected: Expected }
  | { outcome: 'deleted' }
  | { outcome: 'too-large' }

/** The server's default maximum append size, in bytes. */
export const largestAppend = 1_048_576

export function writtenBy({ revision, position }: LoggedEvent): Written {
  return { outcome: 'written', revision, position }
}
