import { openDatabase } from '#core/database/database.ts'
import { openJobs } from '#core/jobs/queue.ts'
import { unlimited } from '#core/http/security/budgets/budgets.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openMailer } from '#core/mailer/mailer.ts'
import { notificationsModule } from '#modules/notifications/module.ts'
import { orderMails } from '#workers/mails/order-mails.ts'
import { startWorkers } from '#workers/module.ts'
import { from, jobTiming, mailData, nothingDecided, orderAt, quick, shop } from './mail-deps.ts'

/**
 * A worker as a process of its own that is suspended in the middle of its first job until it is sent SIGCONT, and ends with
 * that job: `node stalled-worker.ts <database URL> <SMTP URL> <outbox>`.
 */
const [databaseUrl = '', smtpUrl = '', outboxDir = ''] = process.argv.slice(2)

const workers = startWorkers({
  jobs: await openJobs({ databaseUrl, log: silentLog, timing: jobTiming }),
  notifications: notificationsModule({
    db: openDatabase(databaseUrl, { applicationName: 'stalled worker' }).db,
    ...nothingDecided,
  }),
  listen: () => () => undefined,
  mailer: openMailer({ smtpUrl, outboxDir, from, log: silentLog }),
  data: {
    ...mailData,
    writers: orderMails({
      async orderAt(orderId) {
        process.stdout.write('stalled\n')
        // As with a blocked event loop, neither timers nor the renewal of the job's lock run in that time.
        process.kill(process.pid, 'SIGSTOP')
        setImmediate(() => void end())
        return orderAt(orderId)
      },
    }),
  },
  shop,
  budgets: unlimited,
  policy: { ...quick, sendLeaseMs: 1_000 },
  log: silentLog,
})

/** After the job under way. */
async function end(): Promise<void> {
  await workers.stop()
  process.exit()
}
