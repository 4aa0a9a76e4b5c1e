import { codeKey, wholeKey } from '../text/codes.ts'
import { hasDigit, partsOf, spellingsOf, wordsOf } from '../text/words.ts'
import type { SearchDocument } from '../product-search-index.ts'

/** The products of one code: `exact` is the certain match. */
export type Coded = { exact: SearchDocument | undefined; candidates: readonly SearchDocument[] }

/**
 * Finds which of these documents a code means, in any writing. An id or SKU precedes a model number, which products may
 * share: several products of one model number are candidates.
 */
export function codedIn(documents: readonly SearchDocument[]): (code: string) => Coded {
  const owned = byKey(documents, ({ id, sku }) => [wholeKey(id), wholeKey(sku ?? '')])
  const models = byKey(documents, ({ modelNumber }) => [codeKey(modelNumber ?? '')])
  return (code) => {
    const key = wholeKey(code)
    const found = key === undefined ? [] : (owned.get(key) ?? models.get(key) ?? [])
    return found.length === 1 ? { exact: found[0], candidates: [] } : { exact: undefined, candidates: found }
  }
}

type KeysOf = (document: SearchDocument) => readonly (string | undefined)[]

function byKey(documents: readonly SearchDocument[], keysOf: KeysOf): ReadonlyMap<string, SearchDocument[]> {
  const found = new Map<string, SearchDocument[]>()
  for (const document of documents)
    for (const key of new Set(keysOf(document)))
      if (key !== undefined) found.set(key, [...(found.get(key) ?? []), document])
  return found
}

export function isKnown({ exact, candidates }: Coded): boolean {
  return exact !== undefined || candidates.length > 0
}

/** Shorter words are found in codes, too. */
const minNameLength = 4

/**
 * Whether a line that is no product's code can mean a product that a search has found for it. A line that is written like a
 * code rather than a name, such as `ZZ-9999`, means only a product whose title has all of it: a search also finds
 * products that have some of it.
 */
export function canBeMeantBy(line: string, { title }: SearchDocument): boolean {
  if (!isLikeCode(line)) return true
  const words = Array.from(spellingsOf(title), ({ text }) => text)
  const typed = wordsOf(line).flatMap((word) => (partsOf(word).length > 0 ? partsOf(word) : [word]))
  return typed.every(({ text }) => words.some((word) => (hasDigit(text) ? word === text : word.startsWith(text))))
}

function isLikeCode(line: string): boolean {
  const words = wordsOf(line).map(({ text }) => text)
  const isOneWord = !/\s/.test(line.trim())
  return hasDigit(line) && (isOneWord || !words.some((word) => word.length >= minNameLength && !hasDigit(word)))
}
