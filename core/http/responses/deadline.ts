import { EngineUnavailable } from '../../domain/errors.ts'

/** The longest that a visitor waits for a page or its data while an engine does not respond. */
export const visitorDeadlineMs = 2_000

/**
 * Waits for `work` until the deadline; after it, the work continues, but its outcome is ignored.
 * @throws EngineUnavailable (503) after `milliseconds`
 */
export async function withinDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new EngineUnavailable('an engine of the shop', { retryAfterSeconds: 2 }))
  }, milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
