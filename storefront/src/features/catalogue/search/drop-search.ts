import { recentSearches } from '../../../entities/recent-searches.ts'
import { searchesKey } from '../../../lib/storage/storage-keys.ts'
import { browserStorage } from '../../../lib/storage/storage.ts'

/** Drops a search that found nothing, so that it is not offered again. Apart, because every page loads the list itself. */
export function dropSearch(text: string): void {
  const searches = recentSearches()
  const others = searches.filter((one) => one.toLowerCase() !== text.toLowerCase())
  if (others.length < searches.length) browserStorage.write(searchesKey, JSON.stringify(others))
}
