import { systemActor } from '#core/actor.ts'
import { newId } from '#core/ids.ts'
import type { Infrastructure } from '#core/infrastructure.ts'
import type { Log } from '#core/log.ts'
import { noteReturnedKeys } from './identity/lost-keys-commands.ts'

const sweepMs = 60_000

type Engines = Pick<Infrastructure, 'store' | 'personalData'>

/**
 * Persons whose lost keys have been restored are no longer shown as erased: looked for at the start and every minute.
 * `recover`
 * replays the read models that hold persons. Returns what ends it.
 */
export function noteReturnedKeysNowAndThen(engines: Engines, recover: () => Promise<void>, log: Log): () => void {
  let isSweeping = false
  const sweep = async () => {
    if (isSweeping) return
    isSweeping = true
    try {
      const persons = await noteReturnedKeys({ ...engines, newId, by: systemActor })
      if (persons.length === 0) return
      log.info({ persons }, 'lost keys have returned: replaying what shows these persons')
      await recover()
    } catch (error) {
      log.debug({ err: error }, 'returned keys cannot be looked for now')
    } finally {
      isSweeping = false
    }
  }
  void sweep()
  const timer = setInterval(() => void sweep(), sweepMs)
  return () => clearInterval(timer)
}
