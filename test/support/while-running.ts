/** Repeats `work` until `stop`, which resolves to the number of repetitions; `times` is that number so far. */
export function whileRunning(work: () => Promise<unknown>): { times(): number; stop(): Promise<number> } {
  const ending = new AbortController()
  let times = 0
  const running = (async () => {
    for (; !ending.signal.aborted; times++) await work()
    return times
  })()
  // `stop` rethrows a failure; until then, an unhandled rejection must not end the test run.
  running.catch(() => undefined)
  return {
    times: () => times,
    stop() {
      ending.abort()
      return running
    },
  }
}
