import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'

/** An index under test. */
export type SearchIndexes = {
  /** Prepared, and empty. */
  index: ProductSearchIndex
  /** Another index on the same engine, as another process would have it. */
  another(): Promise<ProductSearchIndex>
  dispose(): Promise<void>
}
