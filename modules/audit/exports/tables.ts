import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { EventFilter } from '../events/tables.ts'
import type { ExportFormat } from '../schema.ts'

/** `where` is a predicate, encrypted with the key of the requester. */
export type ExportedFilter = EventFilter & { where?: string | undefined }

/** An export of events that an ADMIN requested. */
export type ExportRow = {
  id: string
  asked_by: string
  asked_at: string
  format: ExportFormat
  filter: ExportedFilter
  status: 'waiting' | 'running' | 'done' | 'failed'
  /** Events written so far. */
  events: number
  percent: number
  attempts: number
  error: string | null
  lease: string | null
  leased_until: string | null
  finished_at: string | null
}

/** A part of its file, encrypted with the key of the requester. */
type PartRow = { export_id: string; part: number; sealed: string }

export type ExportRows = { audit_exports: ExportRow; audit_export_parts: PartRow }

type Tables = ExportRows

export const exportMigrations: Record<string, Migration> = {
  '2026-11-21-audit-exports': {
    async up(db) {
      await sql`create table audit_exports (
        id text primary key,
        asked_by text not null,
        asked_at timestamptz not null,
        format text not null check (format in ('csv', 'ndjson')),
        filter jsonb not null,
        status text not null check (status in ('waiting', 'running', 'done', 'failed')),
        events bigint not null default 0,
        percent integer not null default 0,
        attempts integer not null default 0,
        error text,
        lease text,
        leased_until timestamptz,
        finished_at timestamptz
      )`.execute(db)
      await sql`create index on audit_exports (asked_by, asked_at desc)`.execute(db)
      await sql`create table audit_export_parts (
        export_id text not null references audit_exports on delete cascade,
        part integer not null,
        sealed text not null,
        primary key (export_id, part)
      )`.execute(db)
    },
  },
}

/** A process leases an export and renews the lease with each part; after it expires, another process takes over. */
const leaseSeconds = 30
/** The retention of an export's file. */
const retentionHours = 24
const mostAttempts = 3

/** The tables of exports: requesting one, creating it part by part, and reading it. */
export function exportTables(db: Kysely<unknown>) {
  const tables = db.$extendTables<Tables>()
  return { ...requestsIn(tables), ...deletionIn(tables), ...creationIn(tables) }
}

function requestsIn(tables: Kysely<Tables>) {
  return {
    async insert(row: Pick<ExportRow, 'id' | 'asked_by' | 'asked_at' | 'format' | 'filter'>): Promise<void> {
      const filter = sql<ExportedFilter>`${JSON.stringify(row.filter)}::jsonb`
      const fresh = { status: 'waiting', events: 0, percent: 0, attempts: 0 } as const
      const none = { error: null, lease: null, leased_until: null, finished_at: null }
      await tables
        .insertInto('audit_exports')
        .values({ ...row, ...fresh, ...none, filter })
        .execute()
    },

    find: (id: string): Promise<ExportRow | undefined> =>
      tables.selectFrom('audit_exports').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Newest first. */
    ofAdmin: (accountId: string): Promise<ExportRow[]> =>
      tables
        .selectFrom('audit_exports')
        .selectAll()
        .where('asked_by', '=', accountId)
        .orderBy('asked_at', 'desc')
        .limit(20)
        .execute(),

    part: (id: string, part: number): Promise<PartRow | undefined> =>
      tables
        .selectFrom('audit_export_parts')
        .selectAll()
        .where('export_id', '=', id)
        .where('part', '=', part)
        .executeTakeFirst(),
  }
}

function deletionIn(tables: Kysely<Tables>) {
  return {
    /** Deletes an export of this account; its file is gone at once. False if there is none. */
    async delete(id: string, accountId: string): Promise<boolean> {
      const { numDeletedRows } = await tables
        .deleteFrom('audit_exports')
        .where('id', '=', id)
        .where('asked_by', '=', accountId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Deletes all exports, because they may contain a person who has been erased. */
    deleteAll: () => sql`delete from audit_exports`.execute(tables),

    deleteExpired: () =>
      sql`delete from audit_exports where finished_at < now() - make_interval(hours => ${retentionHours})`.execute(
        tables,
      ),
  }
}

function creationIn(tables: Kysely<Tables>) {
  const held = (id: string, lease: string) =>
    tables.updateTable('audit_exports').where('id', '=', id).where('lease', '=', lease).where('status', '=', 'running')
  const over = { finished_at: sql<string>`now()`, lease: null, leased_until: null }
  return {
    /** Leases the next export to create, from its beginning. */
    async claim(lease: string): Promise<ExportRow | undefined> {
      return (await isAnyDue(tables)) ? tables.transaction().execute((trx) => claim(trx, lease)) : undefined
    },

    /** Stores one more part, and the progress. False if another process has taken over the export. */
    addPart: (id: string, part: Part) => tables.transaction().execute((trx) => addPart(trx, id, part)),

    finish: (id: string, lease: string) =>
      held(id, lease)
        .set({ status: 'done', percent: 100, ...over })
        .execute(),

    fail: (id: string, lease: string, error: string) =>
      held(id, lease)
        .set({ status: 'failed', error, ...over })
        .execute(),

    /** Ends the lease, so that the next process can restart the export immediately. */
    release: (id: string, lease: string) =>
      held(id, lease)
        .set({ leased_until: sql`now()` })
        .execute(),
  }
}

type Part = { lease: string; part: number; sealed: string; events: number; percent: number }

async function addPart(trx: Kysely<Tables>, id: string, { lease, part, sealed, ...progress }: Part): Promise<boolean> {
  const moved = await trx
    .updateTable('audit_exports')
    .set({ ...progress, leased_until: sql<string>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  await trx.insertInto('audit_export_parts').values({ export_id: id, part, sealed }).execute()
  return true
}

export type ExportTables = ReturnType<typeof exportTables>

const isDue = sql`(status = 'waiting' or (status = 'running' and leased_until <= now()))`

/** Checked before each claim, because usually there is nothing to claim. */
async function isAnyDue(tables: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from audit_exports where ${isDue} limit 1`.execute(tables)
  return rows.length > 0
}

/** Claims the oldest export without a valid lease. Always starts from the beginning; fails after three attempts. */
async function claim(trx: Kysely<Tables>, lease: string): Promise<ExportRow | undefined> {
  await sql`
    update audit_exports set status = 'failed', finished_at = now(), lease = null,
      error = 'It could not be completed in three attempts. Request it again.'
    where status = 'running' and leased_until < now() and attempts >= ${mostAttempts}`.execute(trx)
  const { rows } = await sql<ExportRow>`
    update audit_exports set status = 'running', lease = ${lease}, attempts = attempts + 1, events = 0, percent = 0,
      leased_until = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from audit_exports
      where ${isDue}
      order by asked_at limit 1 for update skip locked)
    returning *`.execute(trx)
  const [row] = rows
  if (row) await trx.deleteFrom('audit_export_parts').where('export_id', '=', row.id).execute()
  return row
}
