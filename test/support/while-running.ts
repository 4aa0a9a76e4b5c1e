/** Does something over and over until `stop`, which resolves to how often that was. */
export function whileRunning(work: () => Promise<unknown>): { stop(): Promise<number> } {
  const ending = new AbortController()
  const running = (async () => {
    let times = 0
    for (; !ending.signal.aborted; times++) await work()
    return times
  })()
  // Whoever stops it meets its failure; until then it must not end the test run.
  running.catch(() => undefined)
  return {
    stop() {
      ending.abort()
      return running
    },
  }
}
