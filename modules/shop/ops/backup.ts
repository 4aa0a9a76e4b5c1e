import { dirname, resolve } from 'node:path'
import { backupFormat } from '#core/backup/manifest.ts'
import { readBackup, rowCounter } from '#core/backup/read-backup.ts'
import { writeBackup } from '#core/backup/write-backup.ts'
import type { Terminal } from '#core/cli/terminal.ts'
import { isoTime, systemClock } from '#core/domain/clock.ts'
import { counted } from '#core/text/counted.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import { shopMigrations } from '../migrations.ts'

export type BackupDeps = {
  infrastructure: Pick<Infrastructure, 'bulk' | 'secrets' | 'eventsIn' | 'dataDir'>
  erasuresFile: string
  terminal: Terminal
}

/** Writes a backup of everything but the events of EventStoreDB, reads it back, and says what it holds. */
export async function backupCommand(deps: BackupDeps, wanted: { file: string; passphrase: string }): Promise<boolean> {
  const { infrastructure, terminal } = deps
  const { bulk, secrets, eventsIn } = infrastructure
  const file = resolve(wanted.file)
  const source = { ...wanted, file }
  await writeBackup({
    ...source,
    pool: bulk.pool,
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
  })
  const knownMigrations = new Set(Object.keys(shopMigrations))
  const rowsOf = await readBackup({ ...source, knownMigrations }, rowCounter)
  terminal.json({ file, rows: rowsOf, eventsIn })
  const { accounts = 0, events = 0 } = rowsOf
  terminal.print(
    `${file} holds ${counted(accounts, 'account')} and ${counted(events, 'event')}; it was read back whole.`,
  )
  if (eventsIn === 'eventstoredb') terminal.print('The events are in EventStoreDB: back that up now.')
  if (dirname(deps.erasuresFile) === infrastructure.dataDir)
    terminal.print(
      `Keep copies of ${deps.erasuresFile} elsewhere, or set ERASURES_FILE: a restore needs the list of later erasures.`,
    )
  return true
}
