import { engineProbes } from './probes.ts'
import type { Infrastructure } from './infrastructure.ts'
import { probeEngines, type EngineHealth } from '../../operations/engines.ts'

/** Returns a function that probes every engine of the shop. */
export function enginesOf(infrastructure: Infrastructure): () => Promise<EngineHealth[]> {
  const { logGate } = infrastructure
  return () => probeEngines({ probes: engineProbes(infrastructure), logGate })
}
