import { engineProbes, type EngineProbe } from '#core/engine-probes.ts'
import { EngineUnavailable, remedyOf } from '#core/errors.ts'

/** Whether an engine answers, and how quickly. */
export type EngineHealth = { name: string; ok: boolean; ms: number; error?: string }

/** Asks every engine that the shop needs. */
export function askEngines(engines: Parameters<typeof engineProbes>[0]): Promise<EngineHealth[]> {
  return Promise.all(engineProbes(engines).map(health))
}

async function health({ name, ask }: EngineProbe): Promise<EngineHealth> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    await ask()
    return { name, ok: true, ms: ms() }
  } catch (error) {
    return { name, ok: false, ms: ms(), error: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const known = remedyOf(error)
  if (known !== undefined) return `${known.message}. ${known.remedy}`
  return error instanceof EngineUnavailable ? error.message : 'it does not answer'
}
