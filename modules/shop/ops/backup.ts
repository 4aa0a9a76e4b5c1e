import { dirname, resolve } from 'node:path'
import { backupFormat } from '#core/backup/manifest.ts'
import { readBackup, rowCounter } from '#core/backup/read-backup.ts'
import { writeBackup } from '#core/backup/write-backup.ts'
import type { Terminal } from '#core/cli/terminal.ts'
import { isoTime, systemClock } from '#core/domain/clock.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { counted } from '#core/text/counted.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import { shopMigrations } from '../migrations.ts'
import { whileShowing } from './row-progress.ts'

export type BackupDeps = {
  infrastructure: Pick<Infrastructure, 'bulk' | 'secrets' | 'eventsIn' | 'dataDir'>
  erasuresFile: string
  terminal: Terminal
  /** Aborts at Ctrl-C. */
  signal: AbortSignal
}

type BackupWish = { file: string; passphrase: string }

/** Writes a backup of everything but the events of EventStoreDB, reads it back, and says what it holds. */
export async function backupCommand(deps: BackupDeps, wish: BackupWish): Promise<boolean> {
  const { infrastructure, terminal } = deps
  const { bulk, eventsIn, dataDir } = infrastructure
  const { rowCount } = await bulk.pool.query('select from accounts limit 1')
  if (rowCount === 0)
    throw new OperatorError('there is no shop in this database', 'Set the DATA_DIR and DATABASE_URL of the shop.')
  const file = resolve(wish.file)
  const rowsOf = await write(deps, { ...wish, file })
  terminal.json({ file, rows: rowsOf, eventsIn })
  const { accounts = 0, events = 0 } = rowsOf
  terminal.print(
    `${file} holds ${counted(accounts, 'account')} and ${counted(events, 'event')}; it was read back whole.`,
  )
  if (eventsIn === 'eventstoredb') terminal.print('The events are in EventStoreDB: back that up now.')
  if (dirname(deps.erasuresFile) === dataDir)
    terminal.print(
      `Keep copies of ${deps.erasuresFile} elsewhere, or set ERASURES_FILE: a restore needs the list of later erasures.`,
    )
  return true
}

function write({ infrastructure, terminal, signal }: BackupDeps, wish: BackupWish): Promise<Record<string, number>> {
  const { bulk, secrets, eventsIn } = infrastructure
  const progress = terminal.progress('writing')
  let total = 0
  const verify = (part: string) => {
    progress.stop()
    const source = { ...wish, file: part, knownMigrations: new Set(Object.keys(shopMigrations)) }
    return whileShowing({ terminal, label: 'reading it back', of: total }, (onRows) =>
      readBackup(
        source,
        rowCounter((rows) => {
          signal.throwIfAborted()
          onRows(rows)
        }),
      ),
    )
  }
  return writeBackup({
    ...wish,
    pool: bulk.pool,
    signal,
    verify,
    onProgress: (rows, of) => progress.update(rows, (total = of)),
    manifest: {
      format: backupFormat,
      madeAt: isoTime(systemClock()),
      eventsIn,
      secrets: {
        jwtSecret: secrets.jwtSecret,
        adminPassword: secrets.admin.password,
        personalDataKey: secrets.personalDataKey.toString('base64'),
      },
    },
  }).finally(() => progress.stop())
}
