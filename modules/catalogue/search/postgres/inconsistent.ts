import { documentReader, quoted, storable, type IndexedDocument } from './document.ts'
import { nameKey } from '../text/names.ts'
import type { Query } from './query.ts'
import { storedDocument } from '../stored-document.ts'

/** The same names and keys as a bucket has, as the table `facet_name` has them. */
const numbered = `(select array_agg(n.name order by o.place) || array_agg(n.key order by o.place)
  from unnest(array[d.category_id, d.brand_id, d.company_id]) with ordinality as o(id, place)
  join live.facet_name n on n.id = o.id)`

/**
 * The documents whose columns or bucket do not match their source, because they were changed by hand. A
 * document written between the two queries is left out: all of its columns are new.
 */
export async function inconsistentIn(query: Query, ids: readonly string[]): Promise<string[]> {
  const stored = await query<{ source: unknown; text: string }>(
    'select source, source::text as text from live.document where id = any($1::text[])',
    [ids.map(storable)],
  )
  const reader = documentReader()
  const expected = stored.map(({ source, text }) => ({ ...columnsOf(reader(storedDocument(source))), source: text }))
  const rows = await query<{ id: string }>(
    `select d.id from live.document d
     join jsonb_to_recordset($1::jsonb) as e (id text, shelf uuid, price_paise bigint, created_at bigint, head tsvector,
       words tsvector, profile text, source text, names text[], name_ids bigint[], collections text[]) on e.id = d.id and e.source = d.source::text
     left join live.shelf s on s.id = d.shelf
     where (d.shelf, array[d.category_id, d.brand_id, d.company_id], d.price_paise, d.created_at, d.head, d.words, d.profile::text, s.collections,
         array[s.category, s.brand, s.company, s.category_key, s.brand_key, s.company_key], ${numbered})
       is distinct from (e.shelf, e.name_ids, e.price_paise, e.created_at, e.head, e.words, e.profile, e.collections, e.names, e.names)`,
    [JSON.stringify(expected)],
  )
  return rows.map(({ id }) => id)
}

function columnsOf({ document, head, words, profile, bucket }: IndexedDocument) {
  const { category, brand, company, collections, nameIds } = bucket
  return {
    id: storable(document.id),
    shelf: bucket.id,
    price_paise: document.pricePaise,
    created_at: document.createdAt,
    head,
    words: words.map(quoted).join(' '),
    profile: JSON.stringify(profile),
    names: [...[category, brand, company].map(storable), ...[category, brand, company].map(nameKey)],
    name_ids: nameIds,
    collections: collections.map(storable),
  }
}
