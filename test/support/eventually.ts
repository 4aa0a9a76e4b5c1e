/** Retries `claim` until it passes; after `withinMs`, rethrows its last error. */
export async function eventually(claim: () => unknown, withinMs = 10_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    try {
      await claim()
      return
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}
