/** Does something over and over until `stop`, which resolves to how often that was; `times` is how often so far. */
export function whileRunning(work: () => Promise<unknown>): { times(): number; stop(): Promise<number> } {
  const ending = new AbortController()
  let times = 0
  const running = (async () => {
    for (; !ending.signal.aborted; times++) await work()
    return times
  })()
  // Whoever stops it meets its failure; until then it must not end the test run.
  running.catch(() => undefined)
  return {
    times: () => times,
    stop() {
      ending.abort()
      return running
    },
  }
}
