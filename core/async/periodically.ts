/** Ends periodic work; resolves when the run in progress, if any, has ended. */
export type StopRuns = () => Promise<void>

export type Periodic = {
  everyMs: number
  /** Whether the first run is one interval later instead of now. */
  startsLater?: boolean
  /** Called with what a run throws; the next run follows as usual. Nothing by default. */
  onError?: (error: unknown) => void
}

/** Runs work again and again. Runs do not overlap: while one takes longer than the interval, the next ones are skipped. */
export function periodically(work: () => Promise<unknown>, { everyMs, startsLater, onError }: Periodic): StopRuns {
  let running: Promise<void> | undefined

  async function attempt(): Promise<void> {
    try {
      await work()
    } catch (error) {
      onError?.(error)
    }
  }
  const run = () => {
    running ??= attempt().finally(() => {
      running = undefined
    })
  }

  if (startsLater !== true) run()
  const timer = setInterval(run, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
