import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable } from './errors.ts'
import type { Log } from './log.ts'

const pausesMs = [500, 1_000, 2_000, 5_000]

/**
 * Does `work`; where an engine does not answer, it goes on trying behind the caller's back, who need not wait for it.
 * Rejects with any other failure of the first try. Resolves to what ends the trying.
 */
export async function untilAnswered(work: () => Promise<void>, log: Log): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController()
  const isDone = await tried(work)
  if (!isDone) log.warn('goes on with the start once the engine answers that is away')
  const trying = isDone ? Promise.resolve() : again(work, log, ending.signal)
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
      if (await tried(work)) return log.info('has gone on with the start')
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'cannot go on with the start')
    }
  }
}

async function tried(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof EngineUnavailable) return false
    throw error
  }
}
