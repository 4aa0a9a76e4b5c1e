import { engineProbes } from './probes.ts'
import type { Infrastructure } from './infrastructure.ts'
import { askEngines, type EngineHealth } from '../../operations/engines.ts'

/** Returns a function that probes every engine of the shop. */
export function enginesOf(infrastructure: Infrastructure): () => Promise<EngineHealth[]> {
  const { logGate } = infrastructure
  return () => askEngines({ probes: engineProbes(infrastructure), logGate })
}
