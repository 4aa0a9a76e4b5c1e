import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable, remedyOf } from '../domain/errors.ts'
import type { Log } from '../telemetry/log.ts'

const pausesMs = [500, 1_000, 2_000, 5_000]

/**
 * Does `work`; where an engine does not answer, it goes on trying behind the caller's back, who need not wait for it.
 * Rejects with any other failure of the first try. Resolves to what ends the trying.
 */
export async function retryInBackground(work: () => Promise<void>, log: Log): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController()
  const absence = await tried(work)
  if (absence !== undefined) log.warn(reasonOf(absence), `${absence.message}: the start continues once it does`)
  const trying = absence === undefined ? Promise.resolve() : again(work, log, ending.signal)
  return {
    async stop() {
      ending.abort()
      await trying
    },
  }
}

async function again(work: () => Promise<void>, log: Log, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await sleep(pausesMs[attempt] ?? pausesMs.at(-1), undefined, { signal })
      if ((await tried(work)) === undefined) return log.info('the start has continued: the engine answers again')
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the start cannot continue')
    }
  }
}

/** The failure after which another try may help. */
async function tried(work: () => Promise<void>): Promise<EngineUnavailable | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof EngineUnavailable) return error
    throw error
  }
}

/** What the log says of it: the cause and the remedy where they are known, otherwise the error. */
function reasonOf(absence: EngineUnavailable): object {
  const known = remedyOf(absence)
  return known === undefined ? { err: absence } : { reason: known.message, remedy: known.remedy }
}
