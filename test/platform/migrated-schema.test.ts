import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backedUpTables } from '#core/backup/backup-tables.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migratedDatabase } from '#test/support/postgres/migrated-database.ts'
import type { FreshDatabase } from '#test/support/postgres/postgres.ts'

let migrated: FreshDatabase
let database: Database

beforeAll(async () => {
  migrated = await migratedDatabase()
  database = openDatabase(migrated.url, { applicationName: 'shop test', statementTimeoutMs: 0 })
})

afterAll(async () => {
  await database.close()
  await migrated.drop()
})

/** From the first releases. No trigger calls the one; the other reads no table. */
const withoutPath = ['append_events', 'refuse_change']

test('functions find their tables also while a dump is restored, which empties the search path', async () => {
  const { rows } = await sql<{ name: string; has_path: boolean }>`
    select p.proname as name, coalesce(array_to_string(p.proconfig, ' '), '') like '%search_path=%' as has_path
    from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname in ('sql', 'plpgsql') and p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    order by 1`.execute(database.db)
  expect(rows.map(({ name }) => name)).toContain('count_accounts')
  expect(
    rows.flatMap(({ name, has_path }) => (has_path ? [] : [name])),
    'add `set search_path from current` to the function in its migration',
  ).toEqual(withoutPath)
})

const inBackups = [
  'account_addresses',
  'account_email_changes',
  'account_erasures',
  'accounts',
  'cart_reservations',
  'catalogue_seeds',
  'event_copies',
  'event_log_home',
  'event_writers',
  'events',
  'foreign_events',
  'idempotency_keys',
  'log_head',
  'notification_origin',
  'notifications',
  'personal_keys',
  'personal_keys_lost',
  'personal_master_key',
  'picture_files',
  'pictures',
  'projection_checkpoints',
  'searches_without_hits',
  'shop_identity',
  'unrecorded_account_changes',
]

test('for each table it was decided whether backups contain it', async () => {
  const client = await database.pool.connect()
  try {
    const tables = await backedUpTables(client)
    expect(
      tables.map(({ name }) => name).toSorted(),
      'list the table in `inBackups`, or, if its rows are written again or must not be kept so long, in core/backup/backup-tables.ts',
    ).toEqual(inBackups)
  } finally {
    client.release()
  }
})
