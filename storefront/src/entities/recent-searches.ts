import { parseJson } from '../lib/decode.ts'
import { searchesKey } from '../lib/storage/storage-keys.ts'
import { browserStorage } from '../lib/storage/storage.ts'

/** The most recent searches that are stored. */
const maxSearches = 6

/** Moves or adds a search to the front, and drops the oldest beyond the limit. A search without hits is removed. */
export function withSearch(searches: readonly string[], text: string, hasHits: boolean): string[] {
  const others = searches.filter((one) => one.toLowerCase() !== text.toLowerCase())
  return hasHits ? [text, ...others].slice(0, maxSearches) : others
}

/** Decodes a stored list; empty if it is not one. */
export function decodeSearches(text: string | null): string[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) return []
  return list.filter((one): one is string => typeof one === 'string' && one.trim() !== '').slice(0, maxSearches)
}

/** The searches of this browser, newest first. They never leave it. */
export function recentSearches(): string[] {
  return decodeSearches(browserStorage.read(searchesKey))
}

/** Stores a search that has hits, however the person reached it. */
export function noteSearch(text: string, hasHits: boolean): void {
  browserStorage.write(searchesKey, JSON.stringify(withSearch(recentSearches(), text, hasHits)))
}

export function clearSearches(): void {
  browserStorage.remove(searchesKey)
}
