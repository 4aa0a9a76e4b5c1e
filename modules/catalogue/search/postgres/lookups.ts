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
    `with buckets as materialized (select id, documents from live.shelf where company_key = $1),
     page as (
       select source, row_number() over (order by created_at desc, id) as place from live.document
       where shelf in (select id from buckets) order by created_at desc, id limit $2 offset $3)
     select coalesce((select sum(documents)::int from buckets), 0) as total,
       coalesce((select json_agg(source order by place) from page), '[]') as documents`,
    [nameKey(company), size, page * size],
  )
  return { documents: (row?.documents ?? []).map(storedDocument), total: row?.total ?? 0 }
}

/** Shared words of the title, then the brand, then the closeness of the price (twice the price costs 0.035). */
const likeness = `coalesce(ts_rank(d.head, $3::tsquery), 0)
  + case when s.brand_key = $4 then 0.1::float8 else 0 end
  - 0.05::float8 * abs(ln(greatest(d.price_paise, 0)::float8 + 1) - ln(greatest($5::float8, 0) + 1))`

/** The number of documents that are compared by likeness, however many there are. */
const mostCompared = 1_000

function alike(condition: string): string {
  return `select d.source from (
      select id, shelf, head, price_paise, created_at, source from live.document
      where id <> $1 and ${condition} limit ${mostCompared}
    ) d join live.shelf s on s.id = d.shelf
    order by ${likeness} desc, d.created_at desc, d.id limit $6`
}

const ofCategory = 'select id from live.shelf where category_key = $2'
const sharesWords = 'head @@ $3::tsquery'
const elsewhere = alike(`shelf not in (${ofCategory}) and ${sharesWords}`)
const inCategory = alike(`shelf in (${ofCategory})`)
/** Of a category with more documents than are compared, those that share words come first. */
const withWords = alike(`shelf in (${ofCategory}) and ${sharesWords}`)

const withSizeOfCategory = `
  select d.source, (select sum(o.documents)::int from live.shelf o where o.category_key = s.category_key) as alike
  from live.document d join live.shelf s on s.id = d.shelf where d.id = $1`

/** The same category first, then other products that share words of the title. */
export async function lookalikes(query: Query, id: string, size: number): Promise<SearchDocument[]> {
  const [found] = await query<Stored & { alike: number }>(withSizeOfCategory, [storable(id)])
  if (found === undefined) return []
  const like = storedDocument(found.source)
  const words = distinctiveWords(like).map(quoted)
  const [all, any] = [words.join(' & ') || null, words.join(' | ') || null]
  const valuesWith = (shared: string | null) => [
    storable(id),
    nameKey(like.category),
    shared,
    nameKey(like.brand),
    like.pricePaise,
    size,
  ]
  const similar = new Map<string, SearchDocument>()
  const compare = async (text: string, shared = any) => {
    if (similar.size >= size) return
    const documents = (await query<Stored>(text, valuesWith(shared))).map(({ source }) => storedDocument(source))
    for (const document of documents) similar.set(document.id, document)
  }
  if (found.alike > mostCompared) for (const shared of [all, any]) await compare(withWords, shared)
  for (const text of [inCategory, elsewhere]) await compare(text)
  return [...similar.values()].slice(0, size)
}

/** Words of the title that describe the product, without brand, company and model numbers. */
function distinctiveWords({ title, brand, company }: SearchDocument): string[] {
  const names = new Set(wordsOf(`${brand} ${company}`).map(({ text }) => text))
  const words = wordsOf(title).filter(({ text }) => text.length > 2 && !hasDigit(text) && !names.has(text))
  return [...new Set(words.map(({ text }) => singular(text)))]
}
