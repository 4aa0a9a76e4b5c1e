import { periodically } from '#core/async/periodically.ts'
import { systemActor } from '#core/domain/actor.ts'
import { newId } from '#core/domain/ids.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import type { Log } from '#core/telemetry/log.ts'
import { noteReturnedKeys } from '../../identity/lost-keys/commands.ts'

const sweepMs = 10_000

type Engines = Pick<Infrastructure, 'store' | 'personalData'>

type Recovery = {
  /** Replays the read models with personal data. */
  recover: () => Promise<void>
  /** Retries the subscriptions that have failed without a key that is now restored; resolves to their names. */
  retry: () => Promise<string[]>
}

/**
 * Checks for lost keys that have been restored, at start-up and every ten seconds. Their persons are no longer shown as
 * erased, and subscriptions that failed without such a key retry. Returns a function that stops the checks,
 * without waiting for one in progress, which may be replaying read models.
 */
export function watchRestoredKeys(engines: Engines, { recover, retry }: Recovery, log: Log): () => void {
  const sweep = async () => {
    const retried = await retry()
    if (retried.length > 0) log.info({ retried }, 'a lost key was restored: subscriptions that failed without it retry')
    const persons = await noteReturnedKeys({ ...engines, newId, by: systemActor })
    if (persons.length === 0) return
    log.info({ persons }, 'lost keys were restored: read models that show these persons are replayed')
    await recover()
  }
  const onError = (error: unknown) =>
    log.debug({ err: error }, 'restored keys could not be checked; the next check retries')
  const stop = periodically(sweep, { everyMs: sweepMs, onError })
  return () => void stop()
}
