import { isStatus } from '../../../lib/api/api-error.ts'

/** Why a predicate was refused, and the index of the mistake in it. */
export type Mistake = { message: string; index: number }

/** The mistake in a predicate that an error reports; undefined if the error is another. */
export function mistakeIn(error: unknown): Mistake | undefined {
  if (!isStatus(error, 400)) return undefined
  const message = error.errors.find(({ field }) => field === 'where')?.defaultMessage
  if (message === undefined) return undefined
  const column = Number(/^Column (\d+) /.exec(message)?.[1] ?? '1')
  return { message, index: column - 1 }
}
