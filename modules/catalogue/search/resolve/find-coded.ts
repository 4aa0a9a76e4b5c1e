import { codeKey } from '../text/codes.ts'
import type { SearchDocument } from '../product-search-index.ts'

/** The products of one code: `exact` is the one that surely is meant. */
export type Coded = { exact: SearchDocument | undefined; candidates: readonly SearchDocument[] }

/**
 * Which of these documents a code means, in any writing. An id or SKU precedes a model number, which products may
 * share: several products of one model number are candidates.
 */
export function findCoded(code: string, documents: readonly SearchDocument[]): Coded {
  const key = codeKey(code)
  if (key === undefined) return { exact: undefined, candidates: [] }
  const owned = documents.filter(({ id, sku }) => isCode(key, id) || isCode(key, sku))
  const found = owned.length > 0 ? owned : documents.filter(({ modelNumber }) => isCode(key, modelNumber))
  return found.length === 1 ? { exact: found[0], candidates: [] } : { exact: undefined, candidates: found }
}

function isCode(key: string, code: string | null): boolean {
  return code !== null && codeKey(code) === key
}
