import type { Log } from '#core/telemetry/log.ts'
import type { WithoutHitsCounts } from './counts.ts'

const everyMs = 600_000

/**
 * Deletes the hashes and salts of past days also where no search follows that would. Returns a function that stops it.
 */
export function forgetPastDays(counts: Pick<WithoutHitsCounts, 'forgetPastDays'>, log: Log): () => void {
  const forget = () =>
    void counts
      .forgetPastDays()
      .catch((error: unknown) => log.debug({ err: error }, 'hashes of searches cannot be deleted now'))
  forget()
  const timer = setInterval(forget, everyMs)
  return () => clearInterval(timer)
}
