/** A request that an engine answers at once, or that rejects. */
export type EngineProbe = { name: string; ask: () => Promise<unknown> }
