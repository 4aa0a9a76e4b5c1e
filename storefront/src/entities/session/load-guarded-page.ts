import { pageOrLast } from '../../lib/router/last-page.ts'
import { loadGuarded, type Guarded } from './guards.ts'

/** Loads a page of a list that requires a login; if the list has become too short, redirects to its last page. */
export async function loadGuardedPage<Found extends { number: number; totalPages: number }>(
  guarded: Guarded,
  load: () => Promise<Found>,
): Promise<Found> {
  return pageOrLast(await loadGuarded(guarded, load), guarded.location)
}
