import { periodically } from '#core/async/periodically.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Modules } from '../compose.ts'

const sweepMs = 60_000

/**
 * Completes erasures, and the record of changes of accounts, that a crash or a failing engine has interrupted: at start-up
 * and periodically. Logs the failure of each account's erasure once. Returns a function that stops it, without waiting for
 * a sweep, which can take long.
 */
export function finishAccountChanges({ identity }: Pick<Modules, 'identity'>, log: Log): () => void {
  const reported = new Set<string>()
  const reportOnce = (accountId: string, error: unknown) => {
    if (reported.has(accountId)) return
    reported.add(accountId)
    log.error({ err: error, accountId }, 'an erasure is pending: a step of it failed')
  }
  const sweeps = [
    periodically(() => identity.finishErasures(reportOnce), {
      everyMs: sweepMs,
      onError: (error) => log.error({ err: error }, 'pending erasures cannot be read now; the next sweep retries'),
    }),
    periodically(() => identity.recordChanges(), {
      everyMs: sweepMs,
      onError: (error) =>
        log.error({ err: error }, 'changes of accounts cannot be recorded now; the next sweep retries'),
    }),
  ]
  return () => {
    for (const stop of sweeps) void stop()
  }
}
