import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable, remedyOf } from '../domain/errors.ts'
import type { Log } from '../telemetry/log.ts'

const pausesMs = [500, 1_000, 2_000, 5_000]

/**
 * Runs `work`. While an engine is unavailable it is retried in the background, so that the caller need not wait.
 * Rejects with any other failure of the first attempt. Resolves to a handle that stops the retries.
 */
export async function retryInBackground(work: () => Promise<void>, log: Log): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController()
  const absence = await tried(work)
  if (absence !== undefined) log.warn(reasonOf(absence), `${absence.message}: the start will continue once it does`)
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
      if ((await tried(work)) === undefined) return log.info('the start has been completed: the engine responds again')
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the start cannot continue')
    }
  }
}

/** Returns the failure that a retry may cure; rejects with any other. */
async function tried(work: () => Promise<void>): Promise<EngineUnavailable | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof EngineUnavailable) return error
    throw error
  }
}

/** The log fields for it: the reason and the remedy where they are known, otherwise the error. */
function reasonOf(absence: EngineUnavailable): object {
  const known = remedyOf(absence)
  return known === undefined ? { err: absence } : { reason: known.message, remedy: known.remedy }
}
