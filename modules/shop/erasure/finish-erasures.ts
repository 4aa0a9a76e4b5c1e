import type { Log } from '#core/telemetry/log.ts'
import type { Modules } from '../compose.ts'

const sweepMs = 60_000

/**
 * What a crash or a failing engine has interrupted of an erasure is made good, at the start and from then on, each failure
 * told once; returns what ends it.
 */
export function finishErasuresNowAndThen({ identity }: Pick<Modules, 'identity'>, log: Log): () => void {
  const told = new Set<string>()
  const tellOnce = (accountId: string, error: unknown) => {
    if (told.has(accountId)) return
    told.add(accountId)
    log.error({ err: error, accountId }, 'an erasure is pending: a step of it failed')
  }
  // One that waits for something takes its time, and another one alongside it would do the same work.
  let isSweeping = false
  const sweep = async () => {
    if (isSweeping) return
    isSweeping = true
    await identity
      .finishErasures(tellOnce)
      .catch((error: unknown) =>
        log.error({ err: error }, 'pending erasures cannot be read now; the next sweep retries'),
      )
    isSweeping = false
  }
  void sweep()
  const timer = setInterval(() => void sweep(), sweepMs)
  return () => clearInterval(timer)
}
