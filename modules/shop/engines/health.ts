import { engineProbes } from './probes.ts'
import type { Infrastructure } from './infrastructure.ts'
import { askEngines, type EngineHealth } from '../../operations/engines.ts'

/** What asks every engine of the shop whether it answers. */
export function enginesOf(infrastructure: Infrastructure): () => Promise<EngineHealth[]> {
  const { logGate } = infrastructure
  return () => askEngines({ probes: engineProbes(infrastructure), logGate })
}
