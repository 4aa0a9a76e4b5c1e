import { misspellings, toleranceOf, visitDeletionHashes } from '../text/misspelling.ts'
import { firstFrom } from '../text/sorted.ts'

/** Shorter terms, such as abbreviations, must be typed correctly. */
const minTolerantLength = 5

/** A hash and the place of its key, as one number. */
const places = 2 ** 21

/** Finds the keys that differ from a typed one by tolerated typos, the nearest only. */
export function misspeltAmong(all: Iterable<string>): (typed: string) => string[] {
  const keys = Array.from(all).filter((key) => key.length >= minTolerantLength)
  const hashed: number[] = []
  keys.forEach((key, place) => visitDeletionHashes(key, (hash) => hashed.push((hash >>> 0) * places + place)))
  const sorted = Float64Array.from(hashed).sort()

  return (typed) => {
    if (typed.length < minTolerantLength) return []
    const candidates = new Set<string>()
    visitDeletionHashes(typed, (hash) => {
      const from = (hash >>> 0) * places
      for (let at = firstFrom(sorted, from); (sorted[at] ?? Infinity) < from + places; at++)
        candidates.add(keys[(sorted[at] ?? from) - from] ?? '')
    })
    return nearest(typed, candidates)
  }
}

function nearest(typed: string, candidates: Iterable<string>): string[] {
  const found = Array.from(candidates, (key) => {
    const tolerance = toleranceOf(Math.max(typed.length, key.length))
    return { key, wrong: misspellings(typed, key, tolerance), tolerance }
  }).filter(({ wrong, tolerance }) => wrong > 0 && wrong <= tolerance)
  const least = Math.min(...found.map(({ wrong }) => wrong))
  return found.filter(({ wrong }) => wrong === least).map(({ key }) => key)
}
