import type { EngineProbe } from '#core/process/engine-probe.ts'
import { within } from '#core/async/deadline.ts'
import { EngineUnavailable, remedyOf } from '#core/domain/errors.ts'
import type { LogGate } from '#core/event-store/log-gate.ts'

/** Whether an engine answers, and its response time in milliseconds. */
export type EngineHealth = Pick<EngineProbe, 'name' | 'without'> & { ok: boolean; ms: number; error?: string }

type Engines = { probes: readonly EngineProbe[]; logGate: Pick<LogGate, 'check'> }

/** Shorter than the deadline of a read, so that the other engines' states are shown while one does not respond. */
const patienceMs = 1_500

/** Probes every engine that the shop needs; the event store counts as healthy only if its log is this shop's. */
export function probeEngines(engines: Engines): Promise<EngineHealth[]> {
  return Promise.all(
    engines.probes.map((probe) => health(probe.name === 'event store' ? ofOwnLog(probe, engines) : probe)),
  )
}

function ofOwnLog({ ask, ...probe }: EngineProbe, { logGate }: Pick<Engines, 'logGate'>): EngineProbe {
  return {
    ...probe,
    async ask() {
      await ask()
      const [reason] = await logGate.check()
      if (reason !== undefined) throw reason
    },
  }
}

async function health({ name, without, ask }: EngineProbe): Promise<EngineHealth> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    await within(patienceMs, ask())
    return { name, without, ok: true, ms: ms() }
  } catch (error) {
    return { name, without, ok: false, ms: ms(), error: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const known = remedyOf(error)
  if (known !== undefined) return `${known.message}. ${known.remedy}`
  return error instanceof EngineUnavailable ? error.message : 'it does not answer'
}
