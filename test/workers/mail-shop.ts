import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Db } from '#core/database/database.ts'
import { openListener } from '#core/database/listener.ts'
import { migrate } from '#core/database/migrate.ts'
import { openJobs, type Jobs } from '#core/jobs/queue.ts'
import { unlimited, type Budgets } from '#core/http/security/budgets/budgets.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openMailer, type Mailer } from '#core/mailer/mailer.ts'
import { notificationsModule, type NotificationsModule } from '#modules/notifications/module.ts'
import { retryCommands, type RetryCommands } from '#modules/notifications/retry-commands.ts'
import type { NotificationRow } from '#modules/notifications/tables.ts'
import { notificationMigrations, notificationId, type NotificationDraft } from '#modules/notifications/tables.ts'
import type { MailData } from '#workers/mails/compose-mail.ts'
import { startWorkers, type Workers } from '#workers/module.ts'
import type { SendingPolicy } from '#workers/sending-policy.ts'
import { freshDatabase } from '../support/postgres/postgres.ts'
import { startSmtpServer, type SmtpServer } from '../support/engines/smtp-server.ts'
import { from, jobTiming, mailData, nothingDecided, quick, shop } from './mail-deps.ts'

let made = 0

/** The notification of an order that was just placed; each call another one. */
export function draft(): NotificationDraft {
  made += 1
  return {
    eventId: `01940000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    channel: 'email',
    kind: 'order-placed',
    stream: `order-ORD${made}`,
    revision: 0,
    eventAt: new Date().toISOString(),
  }
}

/** What a test wants otherwise than `quick` workers have it. */
export type WorkersChanges = {
  policy?: Partial<SendingPolicy>
  mailer?: Mailer
  data?: Partial<MailData>
  notifications?: Partial<NotificationsModule>
  budgets?: Pick<Budgets, 'take'>
}

/** A database with notifications, a mail server and an outbox: all that workers need. */
export type MailShop = {
  databaseUrl: string
  db: Db
  jobs: Jobs
  notifications: NotificationsModule
  /** The operator's retries, which nothing records. */
  retries: RetryCommands
  smtp: SmtpServer
  outboxDir: string
  mailer: Mailer
  /** Writes a notification as a reactor would; answers its id. */
  notify(draft?: NotificationDraft): Promise<string>
  row(id: string): Promise<NotificationRow>
  startWorkers(changes?: WorkersChanges): Workers
  close(): Promise<void>
}

/** @param redisUrl where the queue is, if it is not in the database */
export async function openMailShop(redisUrl?: string): Promise<MailShop> {
  const fresh = await freshDatabase()
  const { url } = fresh
  const database = openDatabase(url, { applicationName: 'test' })
  const { db } = database
  await migrate(db, notificationMigrations)
  const jobs = await openJobs({ databaseUrl: url, redisUrl, log: silentLog, timing: jobTiming })
  const listener = openListener(url)
  const smtp = await startSmtpServer()
  const outboxDir = await mkdtemp(join(tmpdir(), 'mail-shop-'))
  const mailer = openMailer({ smtpUrl: smtp.url, outboxDir, from, log: silentLog })
  const notifications = notificationsModule({ db, ...nothingDecided })
  const running: Workers[] = []
  return {
    databaseUrl: url,
    db,
    jobs,
    notifications,
    retries: retryCommands(db, nothingDecided.recordRetry),
    smtp,
    outboxDir,
    mailer,
    async notify(wanted = draft()) {
      await db.transaction().execute((trx) => notifications.insert(trx, [wanted], quick))
      return notificationId(wanted)
    },
    async row(id) {
      const { rows } = await sql<NotificationRow>`select * from notifications where id = ${id}`.execute(db)
      if (rows[0] === undefined) throw new Error(`there is no notification ${id}`)
      return rows[0]
    },
    startWorkers(changes = {}) {
      const policy = { ...quick, ...changes.policy }
      const data = { ...mailData, ...changes.data }
      const deps = { jobs, mailer: changes.mailer ?? mailer, data, shop, policy, log: silentLog }
      const workers = startWorkers({
        ...deps,
        notifications: { ...notifications, ...changes.notifications },
        budgets: changes.budgets ?? unlimited,
        listen: (channel, callback) => listener.listen(channel, callback),
      })
      running.push(workers)
      return workers
    },
    async close() {
      await Promise.all(running.map((workers) => workers.stop()))
      await listener.close()
      await jobs.close()
      await smtp.close()
      await database.close()
      await rm(outboxDir, { recursive: true, force: true })
      await fresh.drop()
    },
  }
}
