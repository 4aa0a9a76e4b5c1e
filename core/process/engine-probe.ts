/** A request that an engine answers at once, or that rejects. */
export type EngineProbe = {
  name: string
  /** What does not work while the engine is unavailable, as a sentence. */
  without: string
  ask: () => Promise<unknown>
}
