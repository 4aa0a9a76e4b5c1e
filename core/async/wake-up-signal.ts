/** Wakes the waiter; a notification without a waiter is kept for the next one. For one waiter at a time. */
export type WakeUpSignal = {
  notify: () => void
  /** Resolves at the next notification, after `ms`, or when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWakeUpSignal(): WakeUpSignal {
  let isNotified = false
  let wake: (() => void) | undefined

  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!isNotified && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(finish, Math.max(ms, 0))
          signal.addEventListener('abort', finish)
          wake = finish

          function finish(): void {
            clearTimeout(timer)
            signal.removeEventListener('abort', finish)
            wake = undefined
            resolve()
          }
        })
      }
      isNotified = false
    },
  }
}
