import type { EngineUnavailable } from '../domain/errors.ts'
import type { Log } from './log.ts'

const minuteMs = 60_000

/** One line where an engine stops answering, a count a minute while it does not, and one line where that ends. */
export type AbsenceLog = {
  /** Another failure because of it; `fields` go into the first line alone. */
  failed(error: EngineUnavailable, fields?: object): void
}

/**
 * For what fails again and again while an engine is away, be it each request or each try: a line with its stack for each
 * would fill the disk. An absence ends with a minute without a failure.
 */
export function openAbsenceLog(log: Log): AbsenceLog {
  const more = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function everyMinute(): void {
    for (const [engine, count] of more) {
      if (count > 0) log.warn({ engine, count }, `${engine} still does not answer: ${count} more failures in a minute`)
      else log.info({ engine }, `no failure because of ${engine} for a minute`)
      if (count > 0) more.set(engine, 0)
      else more.delete(engine)
    }
    if (more.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    failed(error, fields = {}) {
      const { engine } = error
      const count = more.get(engine)
      if (count === undefined) log.warn({ ...fields, err: error }, `${engine} does not answer; more of this is counted`)
      more.set(engine, count === undefined ? 0 : count + 1)
      timer ??= setInterval(everyMinute, minuteMs).unref()
    },
  }
}
