import type { EngineProbe } from '#core/process/engine-probe.ts'
import { within } from '#core/async/deadline.ts'
import { EngineUnavailable, remedyOf } from '#core/domain/errors.ts'
import type { LogGate } from '#core/event-store/log-gate.ts'

/** Whether an engine answers, and its response time in milliseconds. */
export type EngineHealth = Pick<EngineProbe, 'name' | 'without'> & { ok: boolean; ms: number; error?: string }

type Engines = { probes: readonly EngineProbe[]; logGate: Pick<LogGate, 'check'> }

/** Shorter than the deadline of a read, so that the other engines' states are shown while one does not respond. */
const patienceMs = 1_500

/**
 * Returns a function that probes every engine that the shop needs; the event store counts as healthy only if its log is
 * this shop's.
 */
export function engineProber({ probes, logGate }: Engines): () => Promise<EngineHealth[]> {
  const asked = probes.map((probe) => ({
    probe,
    run: lasting(probe.name === 'event store' ? ofOwnLog(probe, logGate) : probe),
  }))
  return () => Promise.all(asked.map(({ probe, run }) => health(probe, run())))
}

function ofOwnLog({ ask, ...probe }: EngineProbe, logGate: Engines['logGate']): EngineProbe {
  return {
    ...probe,
    async ask() {
      await ask()
      const [reason] = await logGate.check()
      if (reason !== undefined) throw reason
    },
  }
}

/** How long an engine took to answer, and why it could not. */
type ProbeResult = { ms: number; error?: unknown }

/** A result that is pending, or lasts, is shared by all callers: it may come later than the first of them waits. */
function lasting({ ask, lastsMs }: EngineProbe): () => Promise<ProbeResult> {
  if (lastsMs === undefined) return () => runProbe(ask)
  let last: { at: number; result: Promise<ProbeResult> } | undefined
  return () => {
    if (last === undefined || performance.now() - last.at >= lastsMs)
      last = { at: performance.now(), result: runProbe(ask) }
    return last.result
  }
}

async function runProbe(ask: EngineProbe['ask']): Promise<ProbeResult> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    await ask()
    return { ms: ms() }
  } catch (error) {
    return { ms: ms(), error }
  }
}

async function health({ name, without }: EngineProbe, result: Promise<ProbeResult>): Promise<EngineHealth> {
  const timedOut: ProbeResult = { ms: patienceMs, error: undefined }
  const { ms, ...failed } = await within(patienceMs, result).catch(() => timedOut)
  return 'error' in failed
    ? { name, without, ok: false, ms, error: reasonOf(failed.error) }
    : { name, without, ok: true, ms }
}

function reasonOf(error: unknown): string {
  const known = remedyOf(error)
  if (known !== undefined) return `${known.message}. ${known.remedy}`
  return error instanceof EngineUnavailable ? error.message : 'it does not answer'
}
