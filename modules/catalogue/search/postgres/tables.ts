import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { explainSchemaRight } from '#core/database/schema-right.ts'

/** Increase it when the tables or the tokenisation change: an index of another layout is replayed. */
export const layout = 11

/**
 * The tables of one generation. `document` is narrow, so that ranking and counting read little: names are numbered, and
 * `words`, `profile` and `source` are stored out of line. Words have no statistics, because the planner would use their frequency to choose a scan of
 * the whole table.
 */
function generationTables(schema: string): string[] {
  return [
    `create schema ${schema}`,
    `create table ${schema}.shelf (
       id uuid primary key,
       category text not null, brand text not null, company text not null,
       category_key text collate "C" not null, brand_key text collate "C" not null, company_key text collate "C" not null,
       collections text[] not null,
       documents integer not null)`,
    `create index on ${schema}.shelf (company_key)`,
    `create table ${schema}.facet_name (
       id bigint primary key,
       name text collate "C" not null,
       key text collate "C" not null)`,
    `create table ${schema}.document (
       id text collate "C" primary key,
       shelf uuid not null,
       category_id bigint not null, brand_id bigint not null, company_id bigint not null,
       price_paise bigint not null,
       created_at bigint not null,
       head tsvector not null,
       words tsvector not null,
       profile json not null,
       source json not null) with (toast_tuple_target = 640)`,
    `alter table ${schema}.document
       alter head set storage main, alter head set statistics 0, alter words set statistics 0`,
    `create index document_words on ${schema}.document using gin (words)`,
    `create index document_head on ${schema}.document using gin (head)`,
    `create index on ${schema}.document (created_at desc, id)`,
    `create index on ${schema}.document (price_paise, created_at desc, id) include (shelf)`,
    `create index on ${schema}.document (shelf, created_at desc, id)`,
    ...vocabularyTables(schema),
  ]
}

/** The version changes with every change of a word or of the number of its documents. */
function vocabularyTables(schema: string): string[] {
  return [
    `create table ${schema}.vocabulary (
       word text collate "C" primary key,
       documents integer not null,
       deletions integer[] not null) with (fillfactor = 70)`,
    `create index vocabulary_deletions on ${schema}.vocabulary using gin (deletions)`,
    `create table ${schema}.vocabulary_version (
       is_only boolean primary key default true check (is_only),
       version bigint not null)`,
    `insert into ${schema}.vocabulary_version (version) values (0)`,
  ]
}

/** One row holds the role of each generation. Their schemas are numbered, and no number is reused. */
const slotTables = [
  'create schema if not exists search_index',
  `create table if not exists search_index.generation (
     is_only boolean primary key default true check (is_only),
     layout integer not null,
     live integer not null,
     next integer,
     previous integer)`,
  'create sequence if not exists search_index.generation_number as integer',
]

export function createSlots(trx: Db): Promise<void> {
  return define(trx, slotTables)
}

export function createGeneration(trx: Db, number: number): Promise<void> {
  return define(trx, generationTables(schemaOf(number)))
}

export async function dropGeneration(trx: Db, number: number): Promise<void> {
  await sql`drop schema if exists ${sql.id(schemaOf(number))} cascade`.execute(trx)
}

/** Includes generations that no slot refers to. */
export async function dropAllGenerations(trx: Db): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select substring(nspname from '[0-9]+$')::int as number from pg_namespace
    where nspname ~ '^search_index_[0-9]{1,9}$'`.execute(trx)
  for (const { number } of rows) await dropGeneration(trx, number)
}

export async function analyzeGeneration(db: Db, number: number): Promise<void> {
  for (const table of ['document', 'facet_name', 'shelf', 'vocabulary'])
    await sql`analyze ${sql.id(schemaOf(number), table)}`.execute(db)
}

export function schemaOf(number: number): string {
  return `search_index_${number}`
}

async function define(trx: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    await sql.raw(statement).execute(trx).catch(explainSchemaRight('the search index'))
}
