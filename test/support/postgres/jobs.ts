import { openJobs, type JobTiming } from '#core/jobs/queue.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { administer, freshDatabase } from './postgres.ts'

/** The job queues of two processes on a new database; `forget` loses every job. */
export async function openPostgresJobs(timing: Partial<JobTiming>, adminUrl?: string) {
  const fresh = await freshDatabase(adminUrl)
  const open = () => openJobs({ databaseUrl: fresh.url, log: silentLog, timing })
  const [jobs, other] = await Promise.all([open(), open()])
  return {
    jobs,
    other,
    forget: () => administer('truncate bullmq.job cascade', fresh.url),
    async dispose() {
      await Promise.all([jobs.close(), other.close()])
      await fresh.drop()
    },
  }
}
