import { engineProbes, mailServerProbe } from './probes.ts'
import type { Infrastructure } from './infrastructure.ts'
import { engineProber, type EngineHealth } from '../../operations/engines.ts'

/** Returns a function that probes every engine of the shop, and the mail server. */
export function enginesOf(infrastructure: Infrastructure): () => Promise<EngineHealth[]> {
  const { logGate } = infrastructure
  return engineProber({ probes: [...engineProbes(infrastructure), ...mailServerProbe(infrastructure)], logGate })
}
