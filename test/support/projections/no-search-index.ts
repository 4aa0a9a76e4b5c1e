import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'

/** A projection of tables never asks it. */
export const noSearchIndex: ProductSearchIndex = new Proxy<ProductSearchIndex>(Object.create(null), {
  get(_target, verb) {
    throw new Error(`nobody asks for search: ${String(verb)}`)
  },
})
