import { periodically, type StopRuns } from '#core/async/periodically.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { WithoutHitsCounts } from './counts.ts'

const everyMs = 600_000

/** Deletes the hashes and salts of past days, also where no search follows that would, until it is stopped. */
export function deletePastDays(counts: Pick<WithoutHitsCounts, 'deletePastDays'>, log: Log): StopRuns {
  const onError = (error: unknown) => log.debug({ err: error }, 'hashes of searches cannot be deleted now')
  return periodically(() => counts.deletePastDays(), { everyMs, onError })
}
