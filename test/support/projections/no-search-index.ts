import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'

/** A search index that refuses every call, for tests of table projections. */
export const noSearchIndex: ProductSearchIndex = new Proxy<ProductSearchIndex>(Object.create(null), {
  get(_target, verb) {
    throw new Error(`unexpected call of the search index: ${String(verb)}`)
  },
})
