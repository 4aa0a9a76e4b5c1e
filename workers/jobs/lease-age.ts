/** In ms: the wall clock also advances while the machine sleeps, and the monotonic clock cannot be set back. */
type Clocks = { wall: () => number; monotonic: () => number }

const clocksOfProcess: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Starts to measure the age of a lease, in ms; call before it is taken. The clock that shows the higher age counts. */
export function leaseAge({ wall, monotonic }: Clocks = clocksOfProcess): () => number {
  const begun = { wall: wall(), monotonic: monotonic() }
  return () => Math.max(wall() - begun.wall, monotonic() - begun.monotonic)
}
