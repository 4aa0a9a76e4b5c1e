import type { Kysely } from 'kysely'
import { columns, type Terminal } from '#core/cli/terminal.ts'
import { notificationQueries } from './read-model.ts'

/** `ops jobs`: how many mails wait, failed and are done, and the newest failed ones. */
export async function jobsCommand({ db, terminal }: { db: Kysely<unknown>; terminal: Terminal }): Promise<boolean> {
  const notifications = notificationQueries(db)
  const counts = await notifications.counts()
  const failed = await notifications.page('failed', { page: 0, size: 20 })
  terminal.json({ counts, failed })
  terminal.print(`waiting ${counts.waiting}, failed ${counts.failed}, done ${counts.done}`)
  const rows = failed.map(({ id, kind, stream, attempts, error }) => [id, kind, stream, String(attempts), error ?? ''])
  if (rows.length > 0)
    columns([['id', 'mail', 'about', 'tries', 'error'], ...rows]).forEach((row) => terminal.print(row))
  return true
}
