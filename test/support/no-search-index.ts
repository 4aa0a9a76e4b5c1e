import type { SearchIndex } from '#core/search-index/search-index.ts'

/** A projection of tables never asks it. */
export const noSearchIndex: SearchIndex = new Proxy<SearchIndex>(Object.create(null), {
  get(_target, verb) {
    throw new Error(`nobody asks for search: ${String(verb)}`)
  },
})
