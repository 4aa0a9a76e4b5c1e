/** A question that an engine answers at once, or fails. */
export type EngineProbe = { name: string; ask: () => Promise<unknown> }
