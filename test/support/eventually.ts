/** Waits until `claim` holds; where it never does, its last error is the test's. */
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
