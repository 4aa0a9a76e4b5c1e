import { periodically } from '#core/async/periodically.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Modules } from '../compose.ts'

const sweepMs = 60_000

/**
 * Completes erasures, and the record of changes of accounts, that a crash or a failing engine has interrupted: at start-up
 * and periodically. Logs the failure of each account once. Returns a function that stops it, without waiting for a sweep,
 * which can take long.
 */
export function finishAccountChanges({ identity }: Pick<Modules, 'identity'>, log: Log): () => void {
  const sweep = (work: Modules['identity']['finishErasures'], pending: string) => {
    const reported = new Set<string>()
    const reportOnce = (accountId: string, error: unknown) => {
      if (reported.has(accountId)) return
      reported.add(accountId)
      log.error({ err: error, accountId }, `${pending} is incomplete: a step failed; the next sweep retries`)
    }
    return periodically(() => work(reportOnce), {
      everyMs: sweepMs,
      onError: (error) =>
        log.error({ err: error }, `cannot read whether ${pending} is incomplete; the next sweep retries`),
    })
  }
  const stops = [
    sweep(identity.finishErasures, 'an erasure'),
    sweep(identity.recordChanges, 'the record of a change of an account'),
  ]
  return () => {
    for (const stop of stops) void stop()
  }
}
