import { ApiError, isUnauthorized, messageOf } from '../../../lib/api/api-error.ts'

/** The outcome for several rows. */
export type BulkReport = {
  done: readonly string[]
  /** The rows for which the step was refused, and why. */
  refused: readonly { key: string; reason: string }[]
  /** The rows that were left when the session ended. */
  untried: readonly string[]
  /** How the session ended, if it did. */
  ended?: ApiError
}

/** The keys of the rows. The step for `last`, if it is among them, ends the session that takes it: it comes last. */
export type BulkKeys = { keys: readonly string[]; last?: string | undefined }

const ownEnd = new ApiError(401, 'The step has ended your own session. Please log in again.')

/**
 * Applies a step to one row after the other. A refusal does not stop the others; an ended session does.
 * @param onProgress gets the number of rows that were tried
 */
export async function runBulk(
  { keys, last }: BulkKeys,
  take: (key: string) => Promise<unknown>,
  onProgress: (tried: number) => void,
): Promise<BulkReport> {
  const done: string[] = []
  const refused: { key: string; reason: string }[] = []
  const inTurn = keys.toSorted((one, other) => Number(one === last) - Number(other === last))
  for (const [place, key] of inTurn.entries()) {
    try {
      await take(key)
      done.push(key)
    } catch (error) {
      if (isUnauthorized(error)) return { done, refused, untried: inTurn.slice(place), ended: error }
      refused.push({ key, reason: messageOf(error) })
    }
    onProgress(place + 1)
  }
  return { done, refused, untried: [], ...(last !== undefined && done.includes(last) && { ended: ownEnd }) }
}
