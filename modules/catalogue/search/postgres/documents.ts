import type { SearchDocument } from '../product-search-index.ts'
import { storedDocument } from '../stored-document.ts'
import { storable } from './document.ts'
import type { Query } from './query.ts'

/** The documents with these ids, in their order; those that do not exist are left out. */
export async function documentsBy(query: Query, ids: readonly string[]): Promise<SearchDocument[]> {
  const rows = await query<{ source: unknown }>(
    `select source from live.document where id = any($1::text[]) order by array_position($1::text[], id)`,
    [ids.map(storable)],
  )
  return rows.map(({ source }) => storedDocument(source))
}

/** Those of the ids that have a document, by their places: Postgres stores an id with an unpaired surrogate otherwise. */
export async function existingAmong(query: Query, ids: readonly string[]): Promise<string[]> {
  const rows = await query<{ place: number }>(
    `select asked.place::int as place from unnest($1::text[]) with ordinality as asked(id, place)
    join live.document using (id) order by asked.place`,
    [ids.map(storable)],
  )
  return rows.flatMap(({ place }) => ids[place - 1] ?? [])
}
