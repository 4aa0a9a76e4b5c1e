/** Repeats `work` until `stop`, which resolves to the number of repetitions. */
export function whileRunning(work: () => Promise<unknown>): { stop(): Promise<number> } {
  const ending = new AbortController()
  const running = (async () => {
    let times = 0
    for (; !ending.signal.aborted; times++) await work()
    return times
  })()
  // `stop` rethrows a failure; until then, an unhandled rejection must not end the test run.
  running.catch(() => undefined)
  return {
    stop() {
      ending.abort()
      return running
    },
  }
}
