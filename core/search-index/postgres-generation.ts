import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { documentReader, nameKey, quoted, storable, type IndexedDocument, type Shelf } from './indexed-document.ts'
import { deletionHashes } from './misspelling.ts'
import { lockGeneration, type GenerationName } from './postgres-tables.ts'
import type { SearchGeneration } from './search-index.ts'
import { storedDocument } from './stored-document.ts'
import { hasDigit } from './words.ts'

const batchSize = 500

/** One generation of the index in its own schema. Its name moves with a swap: `search_index` is whatever is live. */
export function postgresGeneration(db: Db, name: GenerationName): SearchGeneration {
  const documents = sql.id(name, 'document')

  return {
    async put(incoming) {
      const latest = [...new Map(incoming.map((document) => [document.id, document])).values()]
      const read = documentReader()
      for (const batch of batches(latest)) await write(db, name, { put: batch.map(read), remove: [] })
      if (latest.length > 0) await settle(db, name)
    },
    async remove(ids) {
      for (const batch of batches([...new Set(ids)])) await write(db, name, { put: [], remove: batch })
    },
    async get(ids) {
      const wanted = ids.map(storable)
      const { rows } = await sql<{ source: unknown }>`
        select source from ${documents} where id = any(${wanted}::text[]) order by array_position(${wanted}::text[], id)
      `.execute(db)
      return rows.map((row) => storedDocument(row.source))
    },
    async count() {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${documents}`.execute(db)
      return rows[0]?.count ?? 0
    },
    async *all() {
      for (let last: string | undefined; ;) {
        const { rows } = await sql<{ id: string; source: unknown }>`
          select id, source from ${documents} where id > ${last ?? ''} or ${last === undefined}
          order by id limit ${batchSize}`.execute(db)
        for (const row of rows) yield storedDocument(row.source)
        last = rows.at(-1)?.id
        if (last === undefined) return
      }
    },
  }
}

function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  )
}

type Changes = { put: readonly IndexedDocument[]; remove: readonly string[] }

async function write(db: Db, name: GenerationName, changes: Changes): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockGeneration(trx, name)
    await addShelves(trx, name, new Map(changes.put.map(({ shelf }) => [shelf.id, shelf])))
    const counts = await writeDocuments(trx, name, changes)
    await addWords(
      trx,
      name,
      new Map(counts.flatMap(({ word, added, left }) => (left === null ? [[word, added]] : []))),
    )
    await removeWords(
      trx,
      name,
      counts.flatMap(({ word, left }) => (left === null ? [] : [word])),
    )
  })
}

async function addShelves(trx: Db, name: GenerationName, shelves: ReadonlyMap<string, Shelf>): Promise<void> {
  const rows = Array.from(shelves.values(), ({ id, category, brand, company, collections }) => ({
    id,
    category: storable(category),
    brand: storable(brand),
    company: storable(company),
    category_key: nameKey(category),
    brand_key: nameKey(brand),
    company_key: nameKey(company),
    collections: collections.map(storable),
    documents: 0,
  }))
  await sql`
    insert into ${sql.id(name, 'shelf')}
    select * from json_populate_recordset(null::${sql.id(name, 'shelf')}, ${JSON.stringify(rows)}::json)
    on conflict (id) do nothing`.execute(trx)
}

/** A word whose count fell to nothing (`left` ≤ 0), or that the vocabulary does not hold yet (`left` is null). */
type WordCount = { word: string; added: number; left: number | null }

/** Writes the documents, and counts words and shelves by what they gained and lost, all in one statement. */
async function writeDocuments(trx: Db, name: GenerationName, { put, remove }: Changes): Promise<WordCount[]> {
  const ids = put.map(({ document }) => storable(document.id))
  const gone = remove.map(storable)
  const gained = countWords(put)
  const { rows } = await sql<WordCount>`
    with former as (
      select shelf, words from ${sql.id(name, 'document')} where id = any(${[...ids, ...gone]}::text[])
    ), lost as (
      select word, count(*)::int as n from former, unnest(tsvector_to_array(words)) as word group by word
    ), gained as (
      select * from unnest(${[...gained.keys()]}::text[], ${[...gained.values()]}::int[]) as g(word, n)
    ), change as (
      select word, coalesce(gained.n, 0) - coalesce(lost.n, 0) as n from gained full join lost using (word)
    ), counted as (
      update ${sql.id(name, 'vocabulary')} v set documents = v.documents + change.n
      from change where v.word = change.word and change.n <> 0 returning v.word, v.documents
    ), shelved as (
      update ${sql.id(name, 'shelf')} s set documents = s.documents + moved.n
      from (select shelf, sum(n)::int as n from (
          select unnest(${put.map(({ shelf }) => shelf.id)}::uuid[]) as shelf, 1 as n
          union all select shelf, -1 from former
        ) as one group by shelf having sum(n) <> 0) as moved
      where s.id = moved.shelf
    ), removed as (
      delete from ${sql.id(name, 'document')} where id = any(${gone}::text[])
    ), written as (${upsert(name, put)})
    select change.word, change.n as added, counted.documents as left from change left join counted using (word)
    where change.n <> 0 and (counted.word is null or counted.documents <= 0)`.execute(trx)
  return rows
}

/** Where the words are the same, the old value stays in place: then a change of stock touches no index. */
function upsert(name: GenerationName, put: readonly IndexedDocument[]) {
  const column = <T>(value: (indexed: IndexedDocument) => T) => put.map(value)
  return sql`
    insert into ${sql.id(name, 'document')} as d
    select id, shelf, price_paise, created_at, head::tsvector, words::tsvector, source::json
    from unnest(
      ${column(({ document }) => storable(document.id))}::text[],
      ${column(({ shelf }) => shelf.id)}::uuid[],
      ${column(({ document }) => document.pricePaise)}::bigint[],
      ${column(({ document }) => document.createdAt)}::bigint[],
      ${column(({ head }) => head)}::text[],
      ${column(({ words }) => words.map(quoted).join(' '))}::text[],
      ${column(({ document }) => JSON.stringify(document))}::text[]
    ) as incoming(id, shelf, price_paise, created_at, head, words, source)
    on conflict (id) do update set
      shelf = excluded.shelf, price_paise = excluded.price_paise, created_at = excluded.created_at,
      head = case when d.head = excluded.head then d.head else excluded.head end,
      words = case when d.words = excluded.words then d.words else excluded.words end,
      source = excluded.source`
}

function countWords(put: readonly IndexedDocument[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of put.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Model numbers and the like are never corrected, so they need no deletions. */
async function addWords(trx: Db, name: GenerationName, counts: ReadonlyMap<string, number>): Promise<void> {
  const words = [...counts.keys()]
  const deletions = words.map((word) => (hasDigit(word) ? '{}' : `{${deletionHashes(word).join(',')}}`))
  await sql`
    insert into ${sql.id(name, 'vocabulary')}
    select word, n, deletions::int[]
    from unnest(${words}::text[], ${[...counts.values()]}::int[], ${deletions}::text[]) as w(word, n, deletions)
  `.execute(trx)
}

async function removeWords(trx: Db, name: GenerationName, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await sql`delete from ${sql.id(name, 'vocabulary')} where word = any(${words}::text[])`.execute(trx)
}

/** Moves what was written into the indexes proper: every search would have to read it one by one otherwise. */
async function settle(db: Db, name: GenerationName): Promise<void> {
  await sql`
    select gin_clean_pending_list(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and i.indrelid in (
      ${sql.lit(`${name}.document`)}::regclass, ${sql.lit(`${name}.vocabulary`)}::regclass)`.execute(db)
}
