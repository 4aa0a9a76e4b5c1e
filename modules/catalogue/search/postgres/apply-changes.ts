import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { deletionHashes } from '../text/misspelling.ts'
import { nameKey } from '../text/names.ts'
import { quoted, storable, type FacetBucket, type IndexedDocument } from './document.ts'
import { isCorrected } from './vocabulary/word-list.ts'

/** The documents to add or replace, and the ids of those to remove. */
export type Changes = { put: readonly IndexedDocument[]; remove: readonly string[] }

/** Writes documents, facet buckets and vocabulary of one generation; the caller holds its lock. */
export async function applyChanges(trx: Db, schema: string, changes: Changes): Promise<void> {
  await addBuckets(trx, schema, new Map(changes.put.map(({ bucket }) => [bucket.id, bucket])))
  const counts = await writeDocuments(trx, schema, changes)
  await addWords(
    trx,
    schema,
    new Map(counts.flatMap(({ word, added, left }) => (left === null ? [[word, added]] : []))),
  )
  await removeWords(
    trx,
    schema,
    counts.flatMap(({ word, left }) => (left === null ? [] : [word])),
  )
}

async function addBuckets(trx: Db, schema: string, buckets: ReadonlyMap<string, FacetBucket>): Promise<void> {
  const rows = Array.from(buckets.values(), ({ id, category, brand, company, collections }) => ({
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
    insert into ${sql.id(schema, 'shelf')}
    select * from json_populate_recordset(null::${sql.id(schema, 'shelf')}, ${JSON.stringify(rows)}::json)
    on conflict (id) do nothing`.execute(trx)
  await addNames(trx, schema, buckets)
}

/** Names stay, because other documents may have them, too. */
async function addNames(trx: Db, schema: string, buckets: ReadonlyMap<string, FacetBucket>): Promise<void> {
  const named = Array.from(buckets.values(), ({ nameIds, category, brand, company }) =>
    [category, brand, company].map((name, place) => [nameIds[place] ?? '', storable(name)] as const),
  )
  const names = new Map(named.flat())
  await sql`
    insert into ${sql.id(schema, 'facet_name')}
    select * from unnest(${[...names.keys()]}::bigint[], ${[...names.values()]}::text[],
      ${[...names.values()].map(nameKey)}::text[])
    on conflict (id) do nothing`.execute(trx)
}

/** A word whose count fell to 0 (`left` ≤ 0), or that is not in the vocabulary yet (`left` is null). */
type WordCount = { word: string; added: number; left: number | null }

/** Writes the documents and adjusts the counts of words and buckets, all in one statement. */
async function writeDocuments(trx: Db, schema: string, { put, remove }: Changes): Promise<WordCount[]> {
  const ids = put.map(({ document }) => storable(document.id))
  const gone = remove.map(storable)
  const gained = countWords(put)
  const { rows } = await sql<WordCount>`
    with former as (
      select shelf, words from ${sql.id(schema, 'document')} where id = any(${[...ids, ...gone]}::text[])
    ), lost as (
      select word, count(*)::int as n from former, unnest(tsvector_to_array(words)) as word group by word
    ), gained as (
      select * from unnest(${[...gained.keys()]}::text[], ${[...gained.values()]}::int[]) as g(word, n)
    ), change as (
      select word, coalesce(gained.n, 0) - coalesce(lost.n, 0) as n from gained full join lost using (word)
    ), counted as (
      update ${sql.id(schema, 'vocabulary')} v set documents = v.documents + change.n
      from change where v.word = change.word and change.n <> 0 returning v.word, v.documents
    ), noted as (
      update ${sql.id(schema, 'vocabulary_version')} set version = version + 1
      where exists (select from change where n <> 0)
    ), shelved as (
      update ${sql.id(schema, 'shelf')} s set documents = s.documents + moved.n
      from (select shelf, sum(n)::int as n from (
          select unnest(${put.map(({ bucket }) => bucket.id)}::uuid[]) as shelf, 1 as n
          union all select shelf, -1 from former
        ) as one group by shelf having sum(n) <> 0) as moved
      where s.id = moved.shelf
    ), removed as (
      delete from ${sql.id(schema, 'document')} where id = any(${gone}::text[])
    ), written as (${upsert(schema, put)})
    select change.word, change.n as added, counted.documents as left from change left join counted using (word)
    where change.n <> 0 and (counted.word is null or counted.documents <= 0)`.execute(trx)
  return rows
}

/** Keeps the old value if the words are the same, so that a change of stock updates no index. */
function upsert(schema: string, put: readonly IndexedDocument[]) {
  const column = <T>(value: (indexed: IndexedDocument) => T) => put.map(value)
  return sql`
    insert into ${sql.id(schema, 'document')} as d
    select id, shelf, category_id, brand_id, company_id, price_paise, created_at, head::tsvector, words::tsvector,
      profile::json, source::json
    from unnest(
      ${column(({ document }) => storable(document.id))}::text[],
      ${column(({ bucket }) => bucket.id)}::uuid[],
      ${column(({ bucket }) => bucket.nameIds[0])}::bigint[],
      ${column(({ bucket }) => bucket.nameIds[1])}::bigint[],
      ${column(({ bucket }) => bucket.nameIds[2])}::bigint[],
      ${column(({ document }) => document.pricePaise)}::bigint[],
      ${column(({ document }) => document.createdAt)}::bigint[],
      ${column(({ head }) => head)}::text[],
      ${column(({ words }) => words.map(quoted).join(' '))}::text[],
      ${column(({ profile }) => JSON.stringify(profile))}::text[],
      ${column(({ document }) => JSON.stringify(document))}::text[]
    ) as incoming(id, shelf, category_id, brand_id, company_id, price_paise, created_at, head, words, profile, source)
    on conflict (id) do update set
      shelf = excluded.shelf, category_id = excluded.category_id, brand_id = excluded.brand_id,
      company_id = excluded.company_id, price_paise = excluded.price_paise, created_at = excluded.created_at,
      head = case when d.head = excluded.head then d.head else excluded.head end,
      words = case when d.words = excluded.words then d.words else excluded.words end,
      profile = excluded.profile, source = excluded.source`
}

function countWords(put: readonly IndexedDocument[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of put.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Words that are never corrected need no deletions. */
async function addWords(trx: Db, schema: string, counts: ReadonlyMap<string, number>): Promise<void> {
  const words = [...counts.keys()]
  const deletions = words.map((word) => (isCorrected(word) ? `{${deletionHashes(word).join(',')}}` : '{}'))
  await sql`
    insert into ${sql.id(schema, 'vocabulary')}
    select word, n, deletions::int[]
    from unnest(${words}::text[], ${[...counts.values()]}::int[], ${deletions}::text[]) as w(word, n, deletions)
  `.execute(trx)
}

async function removeWords(trx: Db, schema: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await sql`delete from ${sql.id(schema, 'vocabulary')} where word = any(${words}::text[])`.execute(trx)
}
