import { sql, type Kysely, type RawBuilder } from 'kysely'
import { hasNoTotals } from '#core/database/lists/stored-totals.ts'
import { blockAt } from './jump-read-model.ts'

/** With `after` or `before`, the page next to the product with that id; otherwise the page of that number. */
export type PagePart = {
  page: number
  size: number
  after?: string | undefined
  before?: string | undefined
}

export type PageWithTotal<Row> = { rows: Row[]; total: number }

/** Categories of products on offer; `undefined` means all products on offer. */
type Categories = readonly string[] | undefined

/** A page, newest first, and the total as of the same position. */
export async function pageWithTotal<Row extends object>(
  db: Kysely<unknown>,
  categories: Categories,
  part: PagePart,
): Promise<PageWithTotal<Row>> {
  try {
    return await readPage(db, { categories, part, total: storedTotal(categories), hasBlocks: true })
  } catch (error) {
    if (!hasNoTotals(error)) throw error
    return readPage(db, { categories, part, total: countedTotal(categories), hasBlocks: false })
  }
}

/** Sums the totals that the projection keeps. */
function storedTotal(categories: Categories): RawBuilder<unknown> {
  const which = categories === undefined ? sql`` : sql`where value = any(${categories})`
  return sql`select coalesce(sum(total), 0)::bigint as total from read_product_list.products_totals ${which}`
}

function countedTotal(categories: Categories): RawBuilder<unknown> {
  const which = categories === undefined ? sql`` : sql`and category = any(${categories})`
  return sql`select count(*) as total from read_product_list.products where created_position > 0 ${which}`
}

type Wanted = {
  categories: Categories
  part: PagePart
  total: RawBuilder<unknown>
  /** Whether the live build keeps the numbers of products by blocks of positions. */
  hasBlocks: boolean
}

/** A page that begins further from the first product is read by positions from an index alone. */
const deep = 1_000

/** One statement: one round trip, and one snapshot. */
async function readPage<Row extends object>(db: Kysely<unknown>, wanted: Wanted): Promise<PageWithTotal<Row>> {
  const span = spanOf(wanted.part)
  const rows = isShallow(wanted, span) ? await rowsIn<Row>(db, wanted, span) : []
  if (rows[0] !== undefined) return { rows, total: rows[0].total }
  return joined(db, wanted, wanted.hasBlocks && span.first >= deep ? jumpIn(span, wanted) : span)
}

function isShallow({ categories }: Wanted, { first }: Span): boolean {
  return first < deep && (categories === undefined || categories.length === 1)
}

/** Cheaper to plan, but without any row there is no total. */
async function rowsIn<Row extends object>(db: Kysely<unknown>, { categories, total }: Wanted, span: Span) {
  const { rows } = await sql<Row & { total: number }>`
    select *, (${total}) as total from read_product_list.products
    where ${span.where} ${categories === undefined ? sql`` : sql`and category = ${categories[0]}`}
    ${span.inOrder} limit ${span.size} offset ${span.offset}`.execute(db)
  return span.isReversed ? rows.toReversed() : rows
}

async function joined<Row extends object>(
  db: Kysely<unknown>,
  { categories, total }: Wanted,
  span: Span,
): Promise<PageWithTotal<Row>> {
  const { rows } = await sql<Row & { product_id: string | null; total: number }>`
    ${span.jump} select products.*, totals.total
    from (${total}) totals
    left join ((${placesIn(categories, span)}) places join read_product_list.products using (created_position)) on true
    order by created_position desc`.execute(db)
  return { rows: rows.filter(({ product_id: id }) => id !== null), total: rows[0]?.total ?? 0 }
}

type Span = {
  where: RawBuilder<unknown>
  inOrder: RawBuilder<unknown>
  isReversed: boolean
  /** The number of products of the list before the page; 0 next to a product. */
  first: number
  /** The number of those that match `where`. */
  offset: RawBuilder<unknown>
  size: number
  /** The `with` clause that `where` and `offset` refer to. */
  jump: RawBuilder<unknown>
}

/** A deleted product keeps its place, so a client can continue from it. */
const placeOf = (id: string) =>
  sql`(select abs(created_position) from read_product_list.products where product_id = ${id})`

function spanOf({ page, size, after, before }: PagePart): Span {
  const inOrder = sql`order by created_position desc`
  const span = { inOrder, isReversed: false, first: 0, offset: sql`0`, size, jump: sql`` }
  if (after !== undefined) return { ...span, where: sql`created_position > 0 and created_position < ${placeOf(after)}` }
  if (before === undefined) return { ...span, where: sql`created_position > 0`, ...skipping(page * size) }
  const where = sql`created_position > ${placeOf(before)}`
  return { ...span, where, inOrder: sql`order by created_position`, isReversed: true }
}

function skipping(first: number): Pick<Span, 'first' | 'offset'> {
  return { first, offset: sql`${first}::bigint` }
}

/** The same page, from the block in which it begins. */
function jumpIn(span: Span, { categories }: Wanted): Span {
  const jump = sql`with jump as materialized (${blockAt(span.first, categories)})`
  const where = sql`created_position > 0 and created_position < (select below from jump)`
  return { ...span, where, offset: sql`(select skipped from jump)`, jump }
}

/** The positions of a page, from an index alone: the rows outside the page are not read. */
function placesIn(categories: Categories, { where, inOrder, offset, size }: Span): RawBuilder<unknown> {
  const places = (which: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
    sql`select created_position from read_product_list.products where ${where} ${which} ${inOrder} limit ${limit}`
  if (categories === undefined) return sql`${places(sql``, sql`${size}`)} offset ${offset}`
  // Separately, so that each is read by the best plan for the number of its products.
  const each = categories.map((category) => sql`(${places(sql`and category = ${category}`, sql`${offset} + ${size}`)})`)
  return sql`
    select created_position from (${sql.join(each, sql` union all `)}) of_categories
    ${inOrder} limit ${size} offset ${offset}`
}
