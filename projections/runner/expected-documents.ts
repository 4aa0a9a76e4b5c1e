import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { ReadTable, SearchProjection } from '#core/projection.ts'
import type { SearchDocument, SearchGeneration } from '#core/search-index/search-index.ts'
import type { Differences } from './compare.ts'
import { withPositions, type Folds } from './fold-events.ts'

type ExpectedRow = { readonly id: string; readonly document: SearchDocument }

const table: ReadTable = {
  name: 'documents',
  key: 'id',
  columns: { id: 'text', document: 'jsonb not null' },
  indexes: [],
}

/** The documents that the log says, as rows of a table, so that their number is no matter of memory. */
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

const batchSize = 500

export type ExpectedDocuments = {
  /** Compares all; what is being changed just then may be among the differences. */
  compareAll(actual: SearchGeneration): Promise<Differences>
  compareSome(documents: readonly SearchDocument[], ids: readonly string[]): Promise<Differences>
  /** The documents as text, alike where they are the same. */
  textsOf(ids: readonly string[]): Promise<Map<string, string>>
}

/** Compares an index with the table that `expectedDocuments` describes, in `schema`. */
export function expectedIn(db: Db, schema: string): ExpectedDocuments {
  const expected = sql.table(`${schema}.documents`)
  const seen = sql.table(`${schema}.seen`)

  async function differing(documents: readonly SearchDocument[]): Promise<Omit<Differences, 'missing'>> {
    const { rows } = await sql<{ id: string; is_expected: boolean }>`
      select a.id, e.id is not null as is_expected from ${rowsOf(documents)} left join ${expected} e on e.id = a.id
      where e.document is distinct from a.document`.execute(db)
    const ids = (isExpected: boolean) => rows.filter((row) => row.is_expected === isExpected).map(({ id }) => id)
    return { extra: ids(false), different: ids(true) }
  }

  return {
    async compareAll(actual) {
      const differences: Differences = { missing: [], extra: [], different: [] }
      await sql`drop table if exists ${seen}`.execute(db)
      await sql`create unlogged table ${seen} (id text primary key)`.execute(db)
      for await (const documents of inBatches(actual.all())) {
        const ids = documents.map(({ id }) => id)
        const { extra, different } = withMisfiled(await differing(documents), await actual.misfiled(ids))
        differences.extra.push(...extra)
        differences.different.push(...different)
        await sql`insert into ${seen} select unnest(${ids}::text[]) on conflict do nothing`.execute(db)
      }
      const { rows } = await sql<{ id: string }>`
        select id from ${expected} e where not exists (select from ${seen} s where s.id = e.id) order by id`.execute(db)
      return { ...differences, missing: rows.map(({ id }) => id) }
    },

    async compareSome(documents, ids) {
      const found = documents.map(({ id }) => id)
      const { rows } = await sql<{ id: string }>`
        select id from ${expected} where id = any(${ids}) and not id = any(${found}) order by id`.execute(db)
      return { ...(await differing(documents)), missing: rows.map(({ id }) => id) }
    },

    async textsOf(ids) {
      const { rows } = await sql<{ id: string; text: string }>`
        select id, document::text as text from ${expected} where id = any(${ids})`.execute(db)
      return new Map(rows.map(({ id, text }) => [id, text]))
    },
  }
}

/** A document that is kept as no index keeps it differs too, though it says what it should. */
export function withMisfiled<D extends Omit<Differences, 'missing'>>(found: D, misfiled: readonly string[]): D {
  const known = new Set([...found.extra, ...found.different])
  return { ...found, different: [...found.different, ...misfiled.filter((id) => !known.has(id))] }
}

function rowsOf(documents: readonly SearchDocument[]): RawBuilder<unknown> {
  const rows = documents.map((document) => ({ id: document.id, document }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (id text, document jsonb)`
}

async function* inBatches(documents: AsyncIterable<SearchDocument>): AsyncGenerator<SearchDocument[]> {
  let batch: SearchDocument[] = []
  for await (const document of documents) {
    batch.push(document)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
