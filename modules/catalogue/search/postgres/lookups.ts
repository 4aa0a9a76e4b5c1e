import { quoted, storable } from './document.ts'
import { nameKey } from '../text/names.ts'
import type { Query } from './query.ts'
import { tsquery } from './sql/tsquery.ts'
import { codesExpression } from '../query/preferences.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { singular } from '../text/singular.ts'
import { storedDocument } from '../stored-document.ts'
import { hasDigit, wordsOf } from '../text/words.ts'

type Stored = { source: unknown }

/** More documents are not needed to determine what a list of codes means. */
const maxCoded = 1_000

/** The documents that have one of the codes. */
export async function documentsCoded(query: Query, codes: readonly string[]): Promise<SearchDocument[]> {
  const condition = codesExpression(codes)
  if (condition === undefined) return []
  const rows = await query<Stored>(`select source from live.document where head @@ $1::tsquery limit ${maxCoded}`, [
    tsquery(condition),
  ])
  return rows.map(({ source }) => storedDocument(source))
}

/** Newest first. */
export async function documentsOfCompany(
  query: Query,
  company: string,
  { page, size }: { page: number; size: number },
): Promise<{ documents: SearchDocument[]; total: number }> {
  const [row] = await query<{ total: number; documents: unknown[] }>(
    `with shelves as materialized (select id, documents from live.shelf where company_key = $1),
     page as (
       select source, row_number() over (order by created_at desc, id) as place from live.document
       where shelf in (select id from shelves) order by created_at desc, id limit $2 offset $3)
     select coalesce((select sum(documents)::int from shelves), 0) as total,
       coalesce((select json_agg(source order by place) from page), '[]') as documents`,
    [nameKey(company), size, page * size],
  )
  return { documents: (row?.documents ?? []).map(storedDocument), total: row?.total ?? 0 }
}

/** Shared words of the title, then the brand, then the closeness of the price (twice the price costs 0.035). */
const likeness = `coalesce(ts_rank(d.head, $3::tsquery), 0)
  + case when s.brand_key = $4 then 0.1::float8 else 0 end
  - 0.05::float8 * abs(ln(greatest(d.price_paise, 0)::float8 + 1) - ln(greatest($5::float8, 0) + 1))`

function alike(condition: string): string {
  return `select d.source from live.document d join live.shelf s on s.id = d.shelf
    where d.id <> $1 and ${condition} order by ${likeness} desc, d.created_at desc, d.id limit $6`
}

const inSameCategory = alike(`s.category_key = $2`)
const elsewhere = alike(`s.category_key <> $2 and d.head @@ $3::tsquery`)

/** The same category first, then other products that share words of the title. */
export async function lookalikes(query: Query, id: string, size: number): Promise<SearchDocument[]> {
  const [found] = await query<Stored>(`select source from live.document where id = $1`, [storable(id)])
  if (found === undefined) return []
  const like = storedDocument(found.source)
  const values = (limit: number) => [
    storable(id),
    nameKey(like.category),
    distinctiveWords(like).map(quoted).join(' | ') || null,
    nameKey(like.brand),
    like.pricePaise,
    limit,
  ]
  const near = await query<Stored>(inSameCategory, values(size))
  const far = near.length < size ? await query<Stored>(elsewhere, values(size - near.length)) : []
  return [...near, ...far].map(({ source }) => storedDocument(source))
}

/** Words of the title that describe the product, without brand, company and model numbers. */
function distinctiveWords({ title, brand, company }: SearchDocument): string[] {
  const names = new Set(wordsOf(`${brand} ${company}`).map(({ text }) => text))
  const words = wordsOf(title).filter(({ text }) => text.length > 2 && !hasDigit(text) && !names.has(text))
  return [...new Set(words.map(({ text }) => singular(text)))]
}
