import { openDatabase } from '#core/database/database.ts'
import { openJobs } from '#core/jobs/queue.ts'
import { unlimited } from '#core/http/security/budgets/budgets.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openMailer } from '#core/mailer/mailer.ts'
import { notificationsModule } from '#modules/notifications/module.ts'
import { startWorkers } from '#workers/module.ts'
import { from, jobTiming, mailData, nothingDecided, quick, shop } from './mail-deps.ts'

/** A worker as a process of its own, to be killed: `node mail-worker.ts <database URL> <SMTP URL> <outbox>`. */
const [databaseUrl = '', smtpUrl = '', outboxDir = ''] = process.argv.slice(2)

startWorkers({
  jobs: await openJobs({ databaseUrl, log: silentLog, timing: jobTiming }),
  notifications: notificationsModule({
    db: openDatabase(databaseUrl, { applicationName: 'mail worker' }).db,
    ...nothingDecided,
  }),
  listen: () => () => undefined,
  mailer: openMailer({ smtpUrl, outboxDir, from, log: silentLog, timeoutMs: 60_000 }),
  data: mailData,
  shop,
  budgets: unlimited,
  policy: { ...quick, sendLeaseMs: 1_000 },
  log: silentLog,
})
