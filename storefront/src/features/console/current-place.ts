import { adminPlaces } from '../../lib/manifests.gen.ts'

export type Place = (typeof adminPlaces)[number]

/** The place of the console that this path belongs to: the one with the most specific path at or above it. */
export function currentPlace(pathname: string): Place | undefined {
  let current: Place | undefined
  let length = 0
  for (const place of adminPlaces) {
    for (const path of [place.to, ...place.covers]) {
      if (path.length <= length || !isAtOrBelow(pathname, path)) continue
      current = place
      length = path.length
    }
  }
  return current
}

function isAtOrBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}
