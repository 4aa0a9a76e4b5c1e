/** A request that an engine answers at once, or that rejects. */
export type EngineProbe = {
  name: string
  /** What does not work while it is unavailable, as a sentence. */
  without: string
  ask: () => Promise<unknown>
}
