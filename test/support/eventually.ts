const firstPauseMs = 5
const longestPauseMs = 100

/**
 * Retries `claim` until it passes; after `withinMs`, rethrows its last error. The pauses grow, because the retries of many
 * tests would keep busy the processors that they wait for.
 */
export async function eventually(claim: () => unknown, withinMs = 30_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    try {
      await claim()
      return
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
