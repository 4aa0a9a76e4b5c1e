import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isEmpty } from '#core/backup/backup-tables.ts'
import type { BackupManifest } from '#core/backup/manifest.ts'
import { manifestOf, readBackup, rowCounter, type BackupSource } from '#core/backup/read-backup.ts'
import { restoreRows, type RestoringClient } from '#core/backup/restore-rows.ts'
import type { Terminal } from '#core/cli/terminal.ts'
import type { Config } from '#core/config/config.ts'
import { assertGivenKey, openSecrets, restoreSecrets } from '#core/config/secrets.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { hasEmbeddedPostgres, openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { migrate } from '#core/database/migrate.ts'
import { processName } from '#core/database/process-name.ts'
import { assertUsable } from '#core/database/usable.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { readErasureLists } from '#core/personal-data/erasure-list.ts'
import { openDataFolder } from '#core/process/data-folder.ts'
import type { Log } from '#core/telemetry/log.ts'
import { counted } from '#core/text/counted.ts'
import { tablesOfAccounts } from '../../identity/tables.ts'
import { shopMigrations } from '../migrations.ts'

export type RestoreDeps = { config: Config; terminal: Terminal; log: Log }

export type RestoreWish = {
  file: string
  passphrase: string
  /** The lists of erasures; by default that of the configuration. `none`: there are no later erasures. */
  erasures: readonly string[] | 'none'
}

/**
 * Restores a backup into an empty database, and erases again whoever was erased after it. Refuses before it writes
 * anything: a wrong passphrase, a damaged or newer backup, a missing list of erasures, and a target that is not empty.
 */
export async function restoreCommand(deps: RestoreDeps, wish: RestoreWish): Promise<boolean> {
  const { config, terminal } = deps
  const file = resolve(wish.file)
  const source = { file, passphrase: wish.passphrase, knownMigrations: new Set(Object.keys(shopMigrations)) }
  const manifest = await manifestOf(source)
  assertSameLog(config, manifest)
  assertGivenKey(config, manifest.secrets)
  const erased = await erasedPersons(config, wish)
  terminal.print('Reading the backup once, to be sure that it is whole ...')
  await readBackup(source, rowCounter)
  const { database, close } = await openTarget(deps, manifest)
  try {
    const { rowsOf, erasedNow } = await restoreInto(database, { source, manifest, erased })
    terminal.json({ file, madeAt: manifest.madeAt, rows: rowsOf, erased: erasedNow })
    report(terminal, { rowsOf, erasedNow, manifest })
    return true
  } finally {
    await close()
  }
}

/** The other tables hold no rows of persons in plain text, or belong to the account. */
const personalTables = {
  accounts: 'id',
  ...Object.fromEntries(tablesOfAccounts.map((name) => [name, 'account_id'])),
  personal_keys: 'subject',
  personal_keys_lost: 'subject',
}

type Restored = { rowsOf: Record<string, number>; erasedNow: number; manifest: BackupManifest }

function report(terminal: Terminal, { rowsOf, erasedNow, manifest }: Restored): void {
  const { accounts = 0, events = 0 } = rowsOf
  terminal.print(
    `Restored the shop as of ${manifest.madeAt}: ${counted(accounts, 'account')}, ${counted(events, 'event')}.`,
  )
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
    'Name the lists that the shop has kept with --erasures, or pass --without-erasures if nobody was erased since.',
  )
}

type Target = { database: Database; close: () => Promise<void> }

/** The empty database of the configuration, with the secrets of the backup beside it. @throws OperatorError */
async function openTarget({ config, log }: RestoreDeps, { secrets }: BackupManifest): Promise<Target> {
  const dataDir = await openDataFolder(config.dataDir)
  const open = (url: string) =>
    openDatabase(url, { applicationName: processName({ roles: [], host: config.host }), statementTimeoutMs: 0 })
  if (config.databaseUrl !== undefined) {
    const database = open(config.databaseUrl)
    const close = () => database.close()
    await closedOnFailure(close, async () => {
      await assertUsable(database)
      await assertEmpty(database, 'the database of DATABASE_URL')
      await restoreSecrets(config, dataDir, secrets)
    })
    return { database, close }
  }
  // With the wrong secrets, a shop that is already there could not even be opened to see that it is not empty.
  if (!hasEmbeddedPostgres(dataDir)) await restoreSecrets(config, dataDir, secrets)
  const { databasePassword: password } = await openSecrets(config, dataDir, log)
  const postgres = await openEmbeddedPostgres({ dataDir, password, log })
  const database = open(postgres.url)
  const close = async () => {
    await database.close()
    await postgres.close()
  }
  await closedOnFailure(close, async () => {
    await assertEmpty(database, `the database in ${dataDir}`)
    await restoreSecrets(config, dataDir, secrets)
  })
  return { database, close }
}

async function closedOnFailure(close: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await close()
    throw error
  }
}

async function assertEmpty({ pool }: Database, name: string): Promise<void> {
  if (await isEmpty(pool)) return
  throw new OperatorError(
    `${name} is not empty: a restore never overwrites anything`,
    'Name an empty database in DATABASE_URL, or a new folder in DATA_DIR.',
  )
}

type Restoring = { source: BackupSource; manifest: BackupManifest; erased: ReadonlySet<string> }

async function restoreInto({ db, pool }: Database, { source, manifest, erased }: Restoring) {
  const wanted = new Set(manifest.migrations)
  // The schema of the backup; the migrations of later releases run at the next start, on its rows.
  await migrate(db, Object.fromEntries(Object.entries(shopMigrations).filter(([name]) => wanted.has(name))))
  let erasedNow = 0
  const rowsOf = await restoreRows({
    ...source,
    pool,
    erased,
    personalTables,
    async afterwards(client, omitted) {
      const accounts = [...(omitted.get('accounts') ?? [])]
      erasedNow = accounts.length
      await eraseAgain(client, accounts, [...(omitted.get('personal_keys') ?? [])])
    },
  })
  return { rowsOf, erasedNow }
}

/** The start completes the erasures: it appends to the orders of these persons that their data is erased. */
async function eraseAgain(
  client: RestoringClient,
  accounts: readonly string[],
  keys: readonly string[],
): Promise<void> {
  await client.query(
    'insert into personal_keys (subject, erased_at) select unnest($1::text[]), now() on conflict do nothing',
    [[...new Set([...accounts, ...keys])]],
  )
  await client.query(
    'insert into account_erasures (account_id, started_at) select unnest($1::text[]), now() on conflict do nothing',
    [accounts],
  )
}
