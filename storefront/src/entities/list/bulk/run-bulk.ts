import { isUnauthorized, messageOf } from '../../../lib/api/api-error.ts'

/** The outcome for several rows: the number done, and why the others were refused. */
export type BulkReport = { done: readonly string[]; refused: readonly { key: string; reason: string }[] }

/**
 * Applies a step to one row after the other. A refusal does not stop the others; an ended session does, and is thrown.
 * @param onProgress gets the number of rows that were tried
 */
export async function runBulk(
  keys: readonly string[],
  take: (key: string) => Promise<unknown>,
  onProgress: (tried: number) => void,
): Promise<BulkReport> {
  const done: string[] = []
  const refused: { key: string; reason: string }[] = []
  for (const [place, key] of keys.entries()) {
    try {
      await take(key)
      done.push(key)
    } catch (error) {
      if (isUnauthorized(error)) throw error
      refused.push({ key, reason: messageOf(error) })
    }
    onProgress(place + 1)
  }
  return { done, refused }
}
