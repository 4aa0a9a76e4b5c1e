import type { Log } from '#core/log.ts'
import type { Modules } from './shop.ts'

const sweepMs = 60_000

/**
 * What a crash or a failing engine has interrupted of an erasure is made good, at the start and from then on; returns what
 * ends it.
 */
export function finishErasuresNowAndThen({ identity }: Pick<Modules, 'identity'>, log: Log): () => void {
  const sweep = () => identity.finishErasures().catch((error: unknown) => log.error({ err: error }, 'an erasure waits'))
  void sweep()
  const timer = setInterval(() => void sweep(), sweepMs)
  return () => clearInterval(timer)
}
