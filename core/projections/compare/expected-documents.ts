import { sql, type RawBuilder } from 'kysely'
import { byteBudget, partsArriving, partsOf } from '../../async/byte-budget.ts'
import type { Db } from '../../database/database.ts'
import type { ReadTable, SearchProjection } from '../projection.ts'
import type { IndexDocument, SearchGeneration } from '../../search-index/search-index.ts'
import type { Differences } from './compare.ts'
import { withPositions, type Folds } from '../sinks/fold-events.ts'

export type ExpectedRow = { readonly id: string; readonly document: IndexDocument }

const table: ReadTable = {
  name: 'documents',
  key: 'id',
  columns: { id: 'text', document: 'jsonb not null' },
  indexes: [],
}

/** The documents folded from the log, as rows of a table, so that their number does not matter for memory. */
export function expectedDocuments(on: SearchProjection['on']): { on: Folds<ExpectedRow>; table: ReadTable } {
  const asRows = Object.entries(withPositions(on)).map(([type, fold]): [string, Folds<ExpectedRow>[string]] => [
    type,
    {
      keys: (event) => fold.keys(event),
      evolve(row, event, key) {
        const document = fold.evolve(row?.document, event, key)
        if (document === row?.document) return row
        return document && { id: key, document }
      },
    },
  ])
  return { on: Object.fromEntries(asRows), table }
}

/** The most documents that one statement receives, and the most ids. */
const atOnce = { most: 500, bytes: byteBudget.statement }
const idsAtOnce = 10_000

export type ExpectedDocuments = {
  count(): Promise<number>
  /** Compares all documents; those that change during the comparison may be among the differences. */
  compareAll(actual: SearchGeneration, signal: AbortSignal): Promise<Differences>
  /** A digest of each document; equal for equal documents. */
  digestsOf(ids: readonly string[]): Promise<Map<string, string>>
  /** The same for documents from an index, with their ids. */
  digestsOfFound(documents: readonly IndexDocument[]): Promise<[id: string, digest: string][]>
  /** The documents as text; only for a few at a time. */
  textsOf(ids: readonly string[]): Promise<Map<string, string>>
}

/** Compares an index with the table that `expectedDocuments` describes, in `schema`. */
export function expectedIn(db: Db, schema: string): ExpectedDocuments {
  const expected = sql.table(`${schema}.documents`)
  const seen = sql.table(`${schema}.seen`)

  async function differing(documents: readonly IndexDocument[]): Promise<Omit<Differences, 'missing'>> {
    const { rows } = await sql<{ id: string; is_expected: boolean }>`
      select a.id, e.id is not null as is_expected from ${rowsOf(documents)} left join ${expected} e on e.id = a.id
      where e.document is distinct from a.document`.execute(db)
    const ids = (isExpected: boolean) => rows.filter((row) => row.is_expected === isExpected).map(({ id }) => id)
    return { extra: ids(false), different: ids(true) }
  }

  return {
    async count() {
      const { rows } = await sql<{ count: string }>`select count(*) from ${expected}`.execute(db)
      return Number(rows[0]?.count)
    },

    async compareAll(actual, signal) {
      const differences: Differences = { missing: [], extra: [], different: [] }
      await sql`drop table if exists ${seen}`.execute(db)
      await sql`create unlogged table ${seen} (id text primary key)`.execute(db)
      for await (const documents of partsArriving(actual.all(), atOnce)) {
        signal.throwIfAborted()
        const ids = documents.map(({ id }) => id)
        const { extra, different } = withInconsistent(await differing(documents), await actual.inconsistent(ids))
        differences.extra.push(...extra)
        differences.different.push(...different)
        await sql`insert into ${seen} select unnest(${ids}::text[]) on conflict do nothing`.execute(db)
      }
      const { rows } = await sql<{ id: string }>`
        select id from ${expected} e where not exists (select from ${seen} s where s.id = e.id) order by id`.execute(db)
      return { ...differences, missing: rows.map(({ id }) => id) }
    },

    ...digests(db, expected),

    async textsOf(ids) {
      const { rows } = await sql<{ id: string; text: string }>`
        select id, document::text as text from ${expected} where id = any(${ids})`.execute(db)
      return new Map(rows.map(({ id, text }) => [id, text]))
    },
  }
}

function digests(db: Db, expected: RawBuilder<unknown>): Pick<ExpectedDocuments, 'digestsOf' | 'digestsOfFound'> {
  type Digest = { id: string; digest: string }
  return {
    async digestsOf(ids) {
      const found = new Map<string, string>()
      for (const some of partsOf(ids, { most: idsAtOnce, bytes: Infinity })) {
        const { rows } = await sql<Digest>`
          select id, md5(document::text) as digest from ${expected} where id = any(${some})`.execute(db)
        for (const { id, digest } of rows) found.set(id, digest)
      }
      return found
    },

    async digestsOfFound(documents) {
      const found: [string, string][] = []
      for (const some of partsOf(documents, atOnce)) {
        const { rows } = await sql<Digest>`
          select id, md5(document::text) as digest from ${rowsOf(some)}`.execute(db)
        for (const { id, digest } of rows) found.push([id, digest])
      }
      return found
    },
  }
}

/** Counts a document that the index stores inconsistently as different, even if its content is as expected. */
function withInconsistent<D extends Omit<Differences, 'missing'>>(found: D, inconsistent: readonly string[]): D {
  const known = new Set([...found.extra, ...found.different])
  return { ...found, different: [...found.different, ...inconsistent.filter((id) => !known.has(id))] }
}

function rowsOf(documents: readonly IndexDocument[]): RawBuilder<unknown> {
  const rows = documents.map((document) => ({ id: document.id, document }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (id text, document jsonb)`
}
