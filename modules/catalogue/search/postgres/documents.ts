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
