import type { EngineUnavailable } from '../domain/errors.ts'
import type { Log } from './log.ts'

const minuteMs = 60_000

/** Logs an outage of an engine: one line at its start, a count per minute, and one line at its end. */
export type AbsenceLog = {
  /** Records a failure; `fields` are logged with the first line only. */
  failed(error: EngineUnavailable, fields?: object): void
}

/**
 * For failures that repeat with every request or retry while an engine is unavailable: a line with a stack for each
 * would fill the disk. An outage ends with a minute without a failure.
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
      if (count === undefined) log.warn({ ...fields, err: error }, `${engine} does not answer; repeats are counted`)
      more.set(engine, count === undefined ? 0 : count + 1)
      timer ??= setInterval(everyMinute, minuteMs).unref()
    },
  }
}
