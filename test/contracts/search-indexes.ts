import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'

/** An index under test. */
export type SearchIndexes = {
  /** Prepared, and empty. */
  index: ProductSearchIndex
  /** A second index on the same engine, as another process would open it. */
  another(): Promise<ProductSearchIndex>
  dispose(): Promise<void>
}
