import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { OperatorError } from '../errors.ts'
import { codeOf } from '../system-error.ts'

/** The schemas of the generations: the live one, the one being built beside it, the one that was live before. */
export const generations = ['search_index', 'search_index_next', 'search_index_prev'] as const
export type GenerationName = (typeof generations)[number]

/** Raise it when the tables, or the way words are taken from texts, change: an index of another layout is made anew. */
const layout = 'layout 1'

/**
 * `document` is narrow, so that ranking and counting read little: `words` and `source` are kept outside the row. The
 * planner shall not be clever about words, whose frequency it would use to read the whole table; hence no statistics.
 */
function statements(schema: GenerationName): string[] {
  return [
    `create schema ${schema}`,
    `create table ${schema}.shelf (
       id uuid primary key,
       category text not null, brand text not null, company text not null,
       category_key text not null, brand_key text not null, company_key text not null,
       collections text[] not null,
       documents integer not null)`,
    `create index on ${schema}.shelf (company_key)`,
    `create table ${schema}.document (
       id text collate "C" primary key,
       shelf uuid not null,
       price_paise bigint not null,
       created_at bigint not null,
       head tsvector not null,
       words tsvector not null,
       source json not null) with (toast_tuple_target = 640)`,
    `alter table ${schema}.document
       alter head set storage main, alter head set statistics 0, alter words set statistics 0`,
    `create index document_words on ${schema}.document using gin (words)`,
    `create index document_head on ${schema}.document using gin (head)`,
    `create index on ${schema}.document (created_at desc, id)`,
    `create index on ${schema}.document (price_paise, id)`,
    `create index on ${schema}.document (shelf, created_at desc, id)`,
    `create table ${schema}.vocabulary (
       word text collate "C" primary key,
       documents integer not null,
       deletions integer[] not null) with (fillfactor = 70)`,
    `create index on ${schema}.vocabulary using gin (deletions)`,
    `comment on schema ${schema} is '${layout}'`,
  ]
}

/** Makes the live generation where there is none, or where it has an older layout. */
export async function prepareLive(db: Db): Promise<'kept' | 'made'> {
  return db.transaction().execute(async (trx) => {
    await lockAll(trx)
    const found = await layoutOf(trx, 'search_index')
    if (found === layout) return 'kept'
    await drop(trx, 'search_index')
    await create(trx, 'search_index')
    return 'made'
  })
}

export async function makeNext(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAll(trx)
    await drop(trx, 'search_index_prev')
    await drop(trx, 'search_index_next')
    await create(trx, 'search_index_next')
  })
}

export async function makeNextLive(db: Db): Promise<void> {
  await demand(db, 'search_index_next')
  for (const table of ['document', 'shelf', 'vocabulary'])
    await sql`analyze ${sql.id('search_index_next', table)}`.execute(db)
  await db.transaction().execute(async (trx) => {
    await lockAll(trx)
    await demand(trx, 'search_index_next')
    await drop(trx, 'search_index_prev')
    await sql`alter schema search_index rename to search_index_prev`.execute(trx)
    await sql`alter schema search_index_next rename to search_index`.execute(trx)
  })
}

export async function makePreviousLive(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAll(trx)
    await demand(trx, 'search_index_prev')
    await sql`alter schema search_index rename to search_index_swapped`.execute(trx)
    await sql`alter schema search_index_prev rename to search_index`.execute(trx)
    await sql`alter schema search_index_swapped rename to search_index_prev`.execute(trx)
  })
}

const lockBase = 7_363_000

/**
 * Writers of one generation take turns, and never meet a swap. Held to the end of the transaction, which does not wait
 * for the disk: whoever notes in this database how far the index has come makes it durable by that.
 */
export async function lockGeneration(trx: Db, name: GenerationName): Promise<void> {
  const key = lockBase + generations.indexOf(name)
  await sql`select pg_advisory_xact_lock(${key}), set_config('synchronous_commit', 'off', true)`.execute(trx)
}

async function lockAll(trx: Db): Promise<void> {
  for (const name of generations) await lockGeneration(trx, name)
}

async function layoutOf(db: Db, name: GenerationName): Promise<string | undefined> {
  const { rows } = await sql<{ layout: string | null }>`
    select obj_description(oid, 'pg_namespace') as layout from pg_namespace where nspname = ${name}`.execute(db)
  return rows[0] && (rows[0].layout ?? '')
}

async function demand(db: Db, name: GenerationName): Promise<void> {
  if ((await layoutOf(db, name)) === undefined) throw new Error(`there is no ${name} to make live`)
}

async function drop(trx: Db, name: GenerationName): Promise<void> {
  await sql`drop schema if exists ${sql.id(name)} cascade`.execute(trx)
}

async function create(trx: Db, name: GenerationName): Promise<void> {
  for (const statement of statements(name)) await sql.raw(statement).execute(trx).catch(explain)
}

const insufficientPrivilege = '42501'

function explain(error: unknown): never {
  if (codeOf(error) !== insufficientPrivilege) throw error
  throw new OperatorError(
    'the database role may not create the schemas of the search index',
    'As the owner of the database run: GRANT CREATE ON DATABASE <database> TO <role of DATABASE_URL>;',
    { cause: error },
  )
}
