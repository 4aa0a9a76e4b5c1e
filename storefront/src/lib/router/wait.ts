/**
 * The delay before a search or category load starts (spec §7), so that a quick second click costs no request. A server
 * renders without delay.
 */
export const loadDelayMs = typeof document === 'undefined' ? 0 : 100

/** Waits, or throws the signal's reason when it is aborted first. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    if (signal?.aborted === true) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
