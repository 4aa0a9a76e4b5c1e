import { EngineUnavailable } from '../../domain/errors.ts'

/** How long a read waits for an engine before a response from memory is sent instead. */
const patienceMs = 300

/** The longest time that a caller waits for a page or its data while an engine does not respond, in milliseconds. */
export const readDeadlineMs = 2_000

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

/** The outcome of `work`, or the value from memory while the engine does not respond. */
export async function orFromMemory<T>(work: Promise<T>, fromMemory: T): Promise<T> {
  return withinDeadline(work, patienceMs).catch((error: unknown) => {
    if (error instanceof EngineUnavailable) return fromMemory
    throw error
  })
}
