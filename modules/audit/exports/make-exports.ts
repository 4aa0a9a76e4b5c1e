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
      if (!isBusy) await pause(pollMs, signal)
    }
  }

  const working = work()
  const cleaning = setInterval(() => void deps.exports.forgetOld().catch(() => undefined), 60_000)
  return {
    async stop() {
      ending.abort()
      clearInterval(cleaning)
      await working
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}
