import type { ProductSort } from '#modules/catalogue/schema.ts'
import { readDays, type DaysSearch } from '../../../lib/days.ts'
import { addressText } from '../../../lib/router/address-text.ts'
import { readView, type ViewSearch } from '../../../lib/router/list-view.ts'
import { findCollection } from '../../../lib/router/navigation.ts'
import { parsePage } from '../../../lib/router/pagination.ts'

/** The level of a product's stock. */
export type StockLevel = 'none' | 'low' | 'more'

/** The filters of the list. */
type ProductNarrowing = {
  category?: string | undefined
  brand?: string | undefined
  company?: string | undefined
  stock?: StockLevel | undefined
}

/** The search parameters in the URL of the admin's list. `from` and `to` are days of the last change. */
export type AdminSearch = DaysSearch &
  ViewSearch<ProductSort> &
  ProductNarrowing & {
    page?: number | undefined
    text?: string | undefined
    state?: 'deleted' | undefined
    /** The table is the default, if there is room for it. */
    view?: 'cards' | undefined
  }

export const standardSort: ProductSort = 'added-desc'

const sorts: readonly ProductSort[] = [
  standardSort,
  'added-asc',
  'changed-desc',
  'changed-asc',
  'title-asc',
  'title-desc',
  'brand-asc',
  'brand-desc',
  'company-asc',
  'company-desc',
  'price-asc',
  'price-desc',
  'stock-asc',
  'stock-desc',
]

/** The columns of the table, in their order. */
export const columnIds = [
  'title',
  'brand',
  'company',
  'category',
  'price',
  'stock',
  'changed',
  'added',
  'sku',
  'model',
  'type',
] as const

/** The levels of stock, with their labels. */
export const stockLabels: Record<StockLevel, string> = {
  none: 'Out of stock',
  low: 'Low stock (1 to 5)',
  more: 'More than 5',
}

const levels: readonly StockLevel[] = ['none', 'low', 'more']

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    state: search['state'] === 'deleted' ? 'deleted' : undefined,
    category: findCollection(addressText(search['category'], 60) ?? '')?.path,
    brand: addressText(search['brand'], 120),
    company: addressText(search['company'], 120),
    stock: levels.find((level) => level === search['stock']),
    view: search['view'] === 'cards' ? 'cards' : undefined,
    ...readDays(search),
    ...readView(search, { sorts, columns: columnIds }),
  }
}
