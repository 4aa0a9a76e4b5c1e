import { sql, type Kysely, type RawBuilder } from 'kysely'
import { codeOf } from '#core/process/system-error.ts'

export type PagePart = { page: number; size: number }

export type PageWithTotal<Row> = { rows: Row[]; total: number }

/** Categories of products on offer; `undefined` stands for all products on offer. */
type Categories = readonly string[] | undefined

/** The build of an earlier release, which is live until the new one has caught up, keeps no totals. */
const undefinedTable = '42P01'

/** A page, newest first, and the total as of the same position. */
export async function pageWithTotal<Row extends object>(
  db: Kysely<unknown>,
  categories: Categories,
  part: PagePart,
): Promise<PageWithTotal<Row>> {
  try {
    return await readPage(db, placesIn(categories, part), keptTotal(categories))
  } catch (error) {
    if (codeOf(error) !== undefinedTable) throw error
    return readPage(db, placesIn(categories, part), countedTotal(categories))
  }
}

/** Sums the totals that the projection keeps. */
function keptTotal(categories: Categories): RawBuilder<unknown> {
  const which = categories === undefined ? sql`` : sql`where value = any(${categories})`
  return sql`select coalesce(sum(total), 0)::bigint as total from read_product_list.products_totals ${which}`
}

function countedTotal(categories: Categories): RawBuilder<unknown> {
  const which = categories === undefined ? sql`` : sql`and category = any(${categories})`
  return sql`select count(*) as total from read_product_list.products where created_position > 0 ${which}`
}

/** One statement: one round trip, and one moment. */
async function readPage<Row extends object>(
  db: Kysely<unknown>,
  places: RawBuilder<unknown>,
  total: RawBuilder<unknown>,
): Promise<PageWithTotal<Row>> {
  const { rows } = await sql<Row & { product_id: string | null; total: number }>`
    select products.*, totals.total
    from (${total}) totals
    left join ((${places}) places join read_product_list.products using (created_position)) on true
    order by created_position desc`.execute(db)
  return { rows: rows.filter(({ product_id: id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** The positions of a page, from an index alone: the rows before the page are not read. */
function placesIn(categories: Categories, { page, size }: PagePart): RawBuilder<unknown> {
  const first = page * size
  const inOrder = sql`order by created_position desc`
  if (categories === undefined || categories.length === 1) {
    const which = categories === undefined ? sql`` : sql`and category = ${categories[0]}`
    return sql`
      select created_position from read_product_list.products where created_position > 0 ${which}
      ${inOrder} limit ${size} offset ${first}`
  }
  return sql`
    select created_position
    from unnest(${categories}::text[]) as one (category)
    cross join lateral (
      select created_position from read_product_list.products
      where category = one.category and created_position > 0 ${inOrder} limit ${first + size}
    ) of_category
    ${inOrder} limit ${size} offset ${first}`
}
