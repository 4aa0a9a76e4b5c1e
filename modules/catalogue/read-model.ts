import { sql, type Kysely } from 'kysely'
import { collections, findCollection } from './domain/categories.ts'
import type { ProductDetails } from './domain/events.ts'
import { blockOfPositions } from './jump-read-model.ts'
import { pageWithTotal, type PagePart, type PageWithTotal } from './page-read-model.ts'
import type { SearchDocument } from './search/product-search-index.ts'

/** The document that the projection `product-search` writes. */
export type { SearchDocument }

/** Read models hold the model number as it is shown. */
export { modelNumberOf } from './domain/model-number.ts'

/** An absent alternative text replaces one that a read model holds. */
export { withoutAlternativeTexts } from './domain/alternative-text.ts'

/** One product as the shop shows it, written by the projection `product-list`. */
export type ProductRow = {
  product_id: string
  details: ProductDetails
  /** The path of its collection, in lower case; empty if it has none. */
  category: string
  price_paise: number
  qty: number
  created_at: string
  /** The position of the event that added it, which orders the lists, newest first. Negative while it is deleted. */
  created_position: number
  revision: number
  /** The time of its last event. */
  changed_at: string
  /** The supplier's key. */
  sku: string | null
  /** As `modelNumberOf` reads it. */
  model_number: string | null
}

/** The text of a row that admins search, as the index on it has it. */
export const searchedText = `lower(product_id || ' ' || (details->>'title') || ' ' || (details->>'company') || ' ' || (details->>'brand') || ' ' || category)`

/** For the projection `product-list`, which keeps the number of products of each block. */
export { blockOfPositions }

/** A product on offer that is out of stock, written by the projection `products-out-of-stock`. */
export type OutOfStockRow = {
  product_id: string
  /** The time of the event that brought it to zero. */
  since: string
}

type Tables = { 'read_product_list.products': ProductRow }

export type ProductPage = PageWithTotal<ProductRow>

/** Queries on the product list, which is eventually consistent. */
export function productQueries(db: Kysely<unknown>) {
  const products = db.$extendTables<Tables>()

  function within(collection: string | undefined) {
    const all = products.selectFrom('read_product_list.products').where('created_position', '>', 0)
    return collection === undefined ? all : all.where('category', 'in', categoriesIn(collection))
  }

  return {
    /** Newest first, as of one moment. A top-level collection includes the products of its sub-categories. */
    page(collection: string | undefined, part: PagePart): Promise<ProductPage> {
      return pageWithTotal(db, collection === undefined ? undefined : categoriesIn(collection), part)
    },

    /** Whether there is or was a product with this id. */
    async hasEverBeen(id: string): Promise<boolean> {
      const all = products.selectFrom('read_product_list.products').select('product_id')
      return (await all.where('product_id', '=', id).executeTakeFirst()) !== undefined
    },

    newest(number: number): Promise<ProductRow[]> {
      return within(undefined).selectAll().orderBy('created_position', 'desc').limit(number).execute()
    },

    /** Which of these texts are the id of a product, written in any case and with any separators. */
    async knownIds(texts: readonly string[]): Promise<ReadonlySet<string>> {
      const ids = [...new Set(texts.map(withoutSeparators))]
      const id = sql<string>`replace(product_id, '-', '')`
      const rows = await within(undefined).select(id.as('id')).where(id, 'in', ids).execute()
      const known = new Set(rows.map((row) => row.id))
      return new Set(texts.filter((text) => known.has(withoutSeparators(text))))
    },

    /** Omits deleted products. In no particular order. */
    async byIds(ids: readonly string[]): Promise<ProductRow[]> {
      if (ids.length === 0) return []
      return within(undefined)
        .selectAll()
        .where('product_id', 'in', [...ids])
        .execute()
    },
  }
}

function withoutSeparators(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

export type ProductQueries = ReturnType<typeof productQueries>

/** The paths of the categories whose products a collection lists: its own and those below it. */
export function categoriesIn(collection: string): string[] {
  return [collection, ...collections.filter(({ parent }) => parent === collection).map(({ path }) => path)]
}

/** The collections that list a product of this category: the category and the top-level entry above it. */
export function collectionsOf(category: string): string[] {
  const collection = findCollection(category)
  if (!collection) return []
  return collection.parent ? [collection.path, collection.parent] : [collection.path]
}

// The cached responses that a change concerns: those that hold the product, and those whose order or total it changes.

/** The tag of every response that shows this product. */
export function productTag(productId: string): string {
  return `product ${productId}`
}

/** The tag of every page of the list of a category or, without one, of all products. */
function listTag(category?: string): string {
  return category === undefined ? 'all' : `category ${category}`
}

/** The tags of a page of a collection or, without one, of all products. */
export function tagsOfList(rows: readonly ProductRow[], collection?: string): string[] {
  const lists = collection === undefined ? [listTag()] : categoriesIn(collection).map(listTag)
  return [...lists, ...rows.map((row) => productTag(row.product_id))]
}

/** The tags that a change of a product concerns. */
export function tagsOfChange(before: ProductRow | undefined, after: ProductRow | undefined): string[] {
  const rows = [before, after].filter((row) => row !== undefined)
  const hasMoved = before?.created_position !== after?.created_position
  const isElsewhere = before?.category !== after?.category
  return [
    ...rows.map((row) => productTag(row.product_id)),
    ...(hasMoved ? [listTag()] : []),
    ...(hasMoved || isElsewhere ? rows.map((row) => listTag(row.category)) : []),
  ]
}
