import type { SearchIndex } from '#core/search-index/search-index.ts'

/** An index under test. */
export type SearchIndexes = {
  /** Prepared, and empty. */
  index: SearchIndex
  /** Another index on the same engine, as another process would have it. */
  another(): Promise<SearchIndex>
  dispose(): Promise<void>
}
