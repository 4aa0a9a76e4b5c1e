import type { Expected } from './append-check.ts'
import type { LoggedEvent } from '../log/record.ts'

/** What became of an append or of a deletion. */
export type Written =
  /** `revision` is undefined where nothing was handed in and nothing is there. */
  | { outcome: 'written'; revision: number | undefined; position: number }
  | { outcome: 'wrong-version'; actual: number; expected: Expected }
  | { outcome: 'deleted' }
  | { outcome: 'too-large' }

/** The largest append that the server takes by default, in bytes. */
export const largestAppend = 1_048_576

export function writtenBy({ revision, position }: LoggedEvent): Written {
  return { outcome: 'written', revision, position }
}
