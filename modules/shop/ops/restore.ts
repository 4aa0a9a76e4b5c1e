import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BackupManifest } from '#core/backup/manifest.ts'
import { manifestOf, readBackup, rowCounter, type BackupSource } from '#core/backup/read-backup.ts'
import { restoreRows } from '#core/backup/restore-rows.ts'
import type { Terminal } from '#core/cli/terminal.ts'
import type { Config } from '#core/config/config.ts'
import { assertGivenKey } from '#core/config/secrets.ts'
import type { Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { readErasureLists } from '#core/personal-data/erasure-list.ts'
import type { Log } from '#core/telemetry/log.ts'
import { counted } from '#core/text/counted.ts'
import { shopMigrations } from '../migrations.ts'
import { eraseAgain, personalTables } from './erase-again.ts'
import { openTarget } from './restore-target.ts'
import { whileShowing } from './row-progress.ts'

export type RestoreDeps = {
  config: Config
  terminal: Terminal
  log: Log
  /** Aborts at Ctrl-C. */
  signal: AbortSignal
}

export type RestoreWish = {
  file: string
  passphrase: string
  /** A later backup, from which the accounts and keys are taken; only with EventStoreDB. */
  persons?: string | undefined
  /** The lists of erasures; by default that of the configuration. `none`: there are no later erasures. */
  erasures: readonly string[] | 'none'
}

type Backup = { source: BackupSource; manifest: BackupManifest }

/**
 * Restores a backup into an empty database, and erases again all persons who were erased after it. Refuses before it
 * writes anything: a wrong passphrase, a damaged or newer backup, a missing list of erasures, and a target that is not
 * empty. @throws OperatorError
 */
export async function restoreCommand(deps: RestoreDeps, wish: RestoreWish): Promise<boolean> {
  const { config, terminal } = deps
  const backup = await openBackup(wish.file, wish.passphrase)
  const { manifest } = backup
  assertSameLog(config, manifest)
  assertGivenKey(config, manifest.secrets)
  const persons = wish.persons === undefined ? undefined : await openBackup(wish.persons, wish.passphrase)
  if (persons !== undefined) assertLater(manifest, persons.manifest)
  const erased = await erasedPersons(config, wish)
  for (const one of [backup, ...(persons === undefined ? [] : [persons])]) await readWhole(deps, one)
  const target = await openTarget({ ...deps, secrets: manifest.secrets })
  try {
    const { rowsOf, erasedNow } = await restoreInto(target.database, deps, { backup, persons, erased })
    terminal.json({ file: backup.source.file, madeAt: manifest.madeAt, rows: rowsOf, erased: erasedNow })
    report(terminal, { rowsOf, erasedNow, manifest })
    return true
  } finally {
    await target.close()
  }
}

async function openBackup(name: string, passphrase: string): Promise<Backup> {
  const source = { file: resolve(name), passphrase, knownMigrations: new Set(Object.keys(shopMigrations)) }
  return { source, manifest: await manifestOf(source) }
}

/** A damage at the end of a file is found before anything is written. */
function readWhole({ terminal, signal }: RestoreDeps, { source, manifest }: Backup): Promise<unknown> {
  return whileShowing({ terminal, label: `reading ${source.file}`, of: manifest.rows }, (onRows) =>
    readBackup(
      source,
      rowCounter((rows) => {
        signal.throwIfAborted()
        onRows(rows)
      }),
    ),
  )
}

type Restored = { rowsOf: Record<string, number>; erasedNow: number; manifest: BackupManifest }

function report(terminal: Terminal, { rowsOf, erasedNow, manifest }: Restored): void {
  const { accounts = 0, events = 0 } = rowsOf
  const restored = `${counted(accounts - erasedNow, 'account')}, ${counted(events, 'event')}`
  terminal.print(`Restored the shop as of ${manifest.madeAt}: ${restored}.`)
  if (erasedNow > 0) terminal.print(`${counted(erasedNow, 'person')} erased since then stay erased.`)
  terminal.print('Start the shop: it builds the read models from the events, and is ready when they are done.')
}

function assertSameLog({ eventStore }: Config, { eventsIn }: BackupManifest): void {
  const isExternal = eventsIn === 'eventstoredb'
  if (isExternal === (eventStore !== undefined)) return
  throw isExternal
    ? new OperatorError(
        'the events of the backup are in EventStoreDB',
        'Restore EventStoreDB from its backup, and set EVENTSTORE_URL.',
      )
    : new OperatorError('the backup holds its events', 'Leave EVENTSTORE_URL out; `copy-events` moves them later.')
}

function assertLater(backup: BackupManifest, persons: BackupManifest): void {
  if (backup.eventsIn === 'database')
    throw new OperatorError('the backup holds its events and all of their persons', 'Leave --persons out.')
  const isSame = persons.secrets.personalDataKey === backup.secrets.personalDataKey
  const isLater = persons.madeAt >= backup.madeAt
  if (isSame && isLater && String(persons.migrations) === String(backup.migrations)) return
  throw new OperatorError(
    'the backup of --persons is not a later one of the same shop and release',
    'Name the one that was made right after the backup of EventStoreDB.',
  )
}

async function erasedPersons({ erasuresFile }: Config, { erasures }: RestoreWish): Promise<Set<string>> {
  if (erasures === 'none') return new Set()
  if (erasures.length > 0) return readErasureLists(erasures)
  const isThere = await access(erasuresFile).then(
    () => true,
    () => false,
  )
  if (isThere) return readErasureLists([erasuresFile])
  throw new OperatorError(
    `there is no list of erasures in ${erasuresFile}: persons who were erased after the backup would return`,
    'Name the lists that the shop has kept with --erasures, or pass --without-erasures if no account was erased since.',
  )
}

type Restoring = { backup: Backup; persons: Backup | undefined; erased: ReadonlySet<string> }

async function restoreInto({ db, pool }: Database, deps: RestoreDeps, { backup, persons, erased }: Restoring) {
  const { source, manifest } = backup
  const wanted = new Set(manifest.migrations)
  // The schema of the backup; the migrations of later releases run at the next start, on its rows.
  await migrate(db, Object.fromEntries(Object.entries(shopMigrations).filter(([name]) => wanted.has(name))))
  let erasedNow = 0
  const rowsOf = await whileShowing({ ...deps, label: 'restoring', of: manifest.rows }, (onRows) =>
    restoreRows({
      ...source,
      pool,
      erased,
      personalTables,
      persons: persons?.source,
      onRows,
      signal: deps.signal,
      async afterwards(client, omitted) {
        erasedNow = omitted.get('accounts')?.size ?? 0
        await eraseAgain(client, { omitted, listed: erased, isLogElsewhere: manifest.eventsIn === 'eventstoredb' })
      },
    }),
  )
  return { rowsOf, erasedNow }
}
