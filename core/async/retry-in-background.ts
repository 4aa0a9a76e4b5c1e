import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable, remedyOf } from '../domain/errors.ts'
import type { Log } from '../telemetry/log.ts'

/** `label` names the work in log lines, as their subject: `the start`. `pausesMs`: before each retry; the last repeats. */
type Context = { label: string; log: Log; pausesMs?: readonly number[] }

const usualPausesMs = [500, 1_000, 2_000, 5_000]

/**
 * Runs `work`. While an engine is unavailable it is retried in the background, so that the caller need not wait; so is
 * any failure of a retry. Rejects with any other failure of the first attempt. Resolves to a handle that stops the
 * retries.
 */
export async function retryInBackground(
  context: Context,
  work: () => Promise<void>,
): Promise<{ stop(): Promise<void> }> {
  const { label, log } = context
  const ending = new AbortController()
  const absence = await attempted(work)
  if (absence !== undefined) log.warn(reasonOf(absence), `${absence.message}: ${label} is retried in the background`)
  const retrying = absence === undefined ? Promise.resolve() : retry(context, work, ending.signal)
  return {
    async stop() {
      ending.abort()
      await retrying
    },
  }
}

async function retry(context: Context, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { label, log, pausesMs = usualPausesMs } = context
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await sleep(pausesMs[attempt] ?? pausesMs.at(-1), undefined, { signal })
      if ((await attempted(work)) === undefined) return log.info(`${label} is complete: the engine is available again`)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `${label} failed and is retried`)
    }
  }
}

/** Returns the failure that a retry may cure; rejects with any other. */
async function attempted(work: () => Promise<void>): Promise<EngineUnavailable | undefined> {
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
