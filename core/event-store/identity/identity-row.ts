import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Db } from '../../database/database.ts'

/** The identity of the shop that owns a database: at most one row, created at the first start. */
export const shopIdentityMigrations: Record<string, Migration> = {
  '2026-11-22-shop-identity': {
    async up(db) {
      await sql`
        create table shop_identity (
          id uuid not null,
          -- The host of PUBLIC_URL, where a process was given one.
          name text,
          founded_at timestamptz not null default now(),
          -- Whether a log outside this database is known to hold the same identity.
          is_logged boolean not null default false
        )`.execute(db)
      await sql`create unique index shop_identity_is_one_row on shop_identity ((true))`.execute(db)
    },
  },
}

export type IdentityRow = {
  id: string
  /** The host of PUBLIC_URL, if a process had one. */
  name: string | undefined
  /** Whether an external log is known to hold the same identity; until then the id may change. */
  isLogged: boolean
}

type StoredRow = { id: string; name: string | null; isLogged: boolean }

/** The row, created with a new id if missing. */
export async function ensureIdentity(db: Db, newId: () => string): Promise<IdentityRow> {
  // Must be committed before a log receives the id: after a crash in between, the log would have an id that no database
  // knows.
  await sql`insert into shop_identity (id) values (${newId()}) on conflict do nothing`.execute(db)
  return readRow(db)
}

async function readRow(db: Db): Promise<IdentityRow> {
  const { rows } = await sql<StoredRow>`
    select id::text as id, name, is_logged as "isLogged" from shop_identity`.execute(db)
  return rowOf(rows)
}

/** Locks the row until the end of the transaction, which may wait for calls to an event store. */
export async function lockIdentity(trx: Db): Promise<IdentityRow> {
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx)
  await sql`set local lock_timeout = '60s'`.execute(trx)
  const { rows } = await sql<StoredRow>`
    select id::text as id, name, is_logged as "isLogged" from shop_identity for update`.execute(trx)
  return rowOf(rows)
}

function rowOf([row]: readonly StoredRow[]): IdentityRow {
  if (row === undefined) throw new Error('the table shop_identity has lost its row')
  return { ...row, name: row.name ?? undefined }
}

export async function writeIdentity(trx: Db, { id, name, isLogged }: IdentityRow): Promise<void> {
  await sql`update shop_identity set id = ${id}, name = ${name ?? null}, is_logged = ${isLogged}`.execute(trx)
}
