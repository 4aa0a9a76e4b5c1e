import type { Log } from '#core/telemetry/log.ts'
import type { Modules } from '../compose.ts'

const sweepMs = 60_000

/**
 * Completes erasures that a crash or a failing engine has interrupted, at start-up and periodically. Logs each
 * account's failure once. Returns a function that stops it.
 */
export function finishErasuresPeriodically({ identity }: Pick<Modules, 'identity'>, log: Log): () => void {
  const reported = new Set<string>()
  const reportOnce = (accountId: string, error: unknown) => {
    if (reported.has(accountId)) return
    reported.add(accountId)
    log.error({ err: error, accountId }, 'an erasure is pending: a step of it failed')
  }
  // A sweep can wait for long; a second one at the same time would repeat its work.
  let isSweeping = false
  const sweep = async () => {
    if (isSweeping) return
    isSweeping = true
    await identity
      .finishErasures(reportOnce)
      .catch((error: unknown) =>
        log.error({ err: error }, 'pending erasures cannot be read now; the next sweep retries'),
      )
    isSweeping = false
  }
  void sweep()
  const timer = setInterval(() => void sweep(), sweepMs)
  return () => clearInterval(timer)
}
