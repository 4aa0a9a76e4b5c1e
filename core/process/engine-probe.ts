/** A request that an engine answers at once, or that rejects. */
export type EngineProbe = {
  name: string
  /** What does not work while the engine is unavailable, as a sentence. */
  without: string
  ask: () => Promise<unknown>
  /** How long an answer counts, for an engine that may limit its connections; every time it is asked by default. */
  lastsMs?: number
}
