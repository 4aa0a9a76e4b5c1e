import { setTimeout as sleep } from 'node:timers/promises'
import { periodically } from '#core/async/periodically.ts'
import type { Log } from '#core/telemetry/log.ts'
import { makeNextExport, type ExportDeps } from './commands.ts'

export type ExportWorker = { stop: () => Promise<void> }

type Deps = ExportDeps & { logger: Log; pollMs?: number }

/** Creates requested exports in this process, one after the other; several processes share the work. */
export function startExportWorker({ logger, pollMs = 500, ...deps }: Deps): ExportWorker {
  const ending = new AbortController()
  const { signal } = ending

  async function work(): Promise<void> {
    while (!signal.aborted) {
      const isBusy = await makeNextExport(deps, signal).catch((error: unknown) => {
        logger.error({ err: error }, 'could not create an export')
        return false
      })
      if (!isBusy) await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const working = work()
  const stopCleaning = periodically(() => deps.exports.deleteExpired(), { everyMs: 60_000, startsLater: true })
  return {
    async stop() {
      ending.abort()
      await Promise.all([stopCleaning(), working])
    },
  }
}
