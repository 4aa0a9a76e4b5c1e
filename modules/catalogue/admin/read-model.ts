import { sql, type Kysely } from 'kysely'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { onDays } from '#core/database/lists/on-days.ts'
import { pageAt } from '#core/database/lists/page-at.ts'
import { afterRow, sorted, type ListOrder, type SortColumn } from '#core/database/lists/sorted.ts'
import { storedTotals, sumOf } from '#core/database/lists/stored-totals.ts'
import { likePatterns } from '#core/database/like-patterns.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { sortParts } from '#core/http/schemas/sort.ts'
import { codeOf } from '#core/process/system-error.ts'
import { namesIn, type NamedField } from './names-read-model.ts'
import { categoriesIn, searchedText, type OutOfStockRow, type ProductPage, type ProductRow } from '../read-model.ts'
import { mostOfLowStock, type ManagedFilters, type ProductSort, type ProductSortColumn } from '../schema.ts'

type Tables = {
  'read_product_list.products': ProductRow
  'read_products_out_of_stock.products': OutOfStockRow
}

/** An admin's filter. Every word of `text`, or part of one, must occur in id, title, company, brand or category. */
export type ProductFilter = ManagedFilters

/** A part of a list in an order; newest first if `sort` is left out. */
type Part = { page: number; size: number; sort?: ProductSort | undefined }

/** The admin's queries on the product list, which include deleted products. */
export function managedQueries(db: Kysely<unknown>) {
  const products = db.$extendTables<Tables>()

  return {
    find: (id: string): Promise<ProductRow | undefined> =>
      products.selectFrom('read_product_list.products').selectAll().where('product_id', '=', id).executeTakeFirst(),

    /** The number of products on offer that are out of stock. */
    async countOutOfStock(): Promise<number> {
      const all = products.selectFrom('read_products_out_of_stock.products')
      const row = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
      return row?.total ?? 0
    },

    /** The brands or companies of all products in which every word of `text` occurs, in alphabetical order. */
    names: (field: NamedField, part: { text?: string | undefined; size: number }): Promise<string[]> =>
      namesIn(products, field, part),

    /** Any number of products; newest first if `sort` is left out. */
    all(filter: ProductFilter, sort?: ProductSort): AsyncGenerator<ProductRow[]> {
      const order = listOrder(filter, sort)
      const all = sorted(matchingIn(products, filter).selectAll(), order)
      return inBatches((after, limit) => afterRow(all, order, after).limit(limit).execute().catch(explainMissing))
    },

    async page(filter: ProductFilter, { sort, ...part }: Part): Promise<ProductPage> {
      const matching = matchingIn(products, filter)
      const order = listOrder(filter, sort)
      const stored = storedTotal(db, filter)
      const [rows, total] = await Promise.all([
        pageAt(matching, matching.selectAll(), { ...part, order, total: () => stored }).catch(explainMissing),
        stored.then((total) => total ?? countOf(matching)).catch(explainMissing),
      ])
      return { rows, total }
    },
  }
}

export type ManagedQueries = ReturnType<typeof managedQueries>

/** The build of an earlier release, which is live until the new one has caught up, lacks the time of the last change. */
function explainMissing(error: unknown): never {
  if (codeOf(error) !== '42703') throw error
  const advice = 'The list is temporarily unavailable in this order. Sort by another column, or try again in a minute.'
  throw new EngineUnavailable('product-list', { cause: error, advice, retryAfterSeconds: 10 })
}

/** The number of matching products, if the projection keeps it: that of all products on offer. */
async function storedTotal(db: Kysely<unknown>, filter: ProductFilter): Promise<number | undefined> {
  const totals = isOfAll(filter) ? await storedTotals(db, 'read_product_list.products') : undefined
  return totals && sumOf(totals)
}

/** A caller may pass a page and an order along with the filter. */
function isOfAll({ state, text, ...others }: ProductFilter): boolean {
  const { category, brand, company, stock, from, to } = others
  const narrowing: Required<Record<keyof typeof others, unknown>> = { category, brand, company, stock, from, to }
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined)
  return state === 'listed' && !isNarrowed && likePatterns(text).length === 0
}

async function countOf(matching: ReturnType<typeof matchingIn>): Promise<number> {
  const count = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  return count?.total ?? 0
}

/** The matching rows, unordered. */
function matchingIn(
  products: Kysely<Tables>,
  { text, state, category, brand, company, stock, ...days }: ProductFilter,
) {
  const ofState = products
    .selectFrom('read_product_list.products')
    .where('created_position', state === 'listed' ? '>' : '<', 0)
  let query = onDays(ofState, 'changed_at', days)
  if (category !== undefined) query = query.where('category', 'in', categoriesIn(category.toLowerCase()))
  if (brand !== undefined) query = query.where(nameIn('brand'), '=', lowerCase(brand))
  if (company !== undefined) query = query.where(nameIn('company'), '=', lowerCase(company))
  if (stock !== undefined) query = query.where('qty', '>=', stocks[stock].least).where('qty', '<=', stocks[stock].most)
  for (const pattern of likePatterns(text)) query = query.where(sql.raw<string>(searchedText), 'like', pattern)
  return query
}

/** The greatest number of its column. */
const mostStock = 2_147_483_647

const stocks = {
  none: { least: 0, most: 0 },
  low: { least: 1, most: mostOfLowStock },
  more: { least: mostOfLowStock + 1, most: mostStock },
}

/** A text of the product, as written in its index. */
const nameIn = (field: 'title' | 'brand' | 'company') => sql<string>`lower(details->>${sql.lit(field)})`
const lowerCase = (name: string) => sql<string>`lower(${name}::text)`

function byName(field: 'title' | 'brand' | 'company'): SortColumn<ProductRow>[] {
  return [{ by: nameIn(field), valueIn: ({ details }) => lowerCase(details[field]) }]
}

/** The columns of the indexes of the projection `product-list`; its last one is unique. */
const sortColumns: Record<ProductSortColumn, readonly SortColumn<ProductRow>[]> = {
  added: [],
  changed: [{ by: sql.ref('changed_at'), valueIn: (row) => sql`${row.changed_at}::timestamptz` }],
  title: byName('title'),
  brand: byName('brand'),
  company: byName('company'),
  price: [{ by: sql.ref('price_paise'), valueIn: (row) => row.price_paise }],
  stock: [{ by: sql.ref('qty'), valueIn: (row) => row.qty }],
}

const added: SortColumn<ProductRow> = { by: sql.ref('created_position'), valueIn: (row) => row.created_position }

function listOrder({ state }: ProductFilter, sort: ProductSort = 'added-desc'): ListOrder<ProductRow> {
  const [column, direction] = sortParts(sort)
  if (column !== 'added') return { columns: [...sortColumns[column], added], direction }
  // The positions of deleted products are negative. Their absolute values would have the same order, but no index.
  const isNewestFirst = (direction === 'desc') === (state === 'listed')
  return { columns: [added], direction: isNewestFirst ? 'desc' : 'asc' }
}
