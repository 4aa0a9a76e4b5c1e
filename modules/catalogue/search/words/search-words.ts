import { once } from '#core/async/once.ts'
import { isFiller } from '../text/fillers.ts'
import { deletionHashes, misspellings, toleranceOf } from '../text/misspelling.ts'
import { singular } from '../text/singular.ts'
import { hindiSound } from '../text/sound.ts'
import { wordsOf } from '../text/words.ts'
import type { SynonymEntry } from './synonym-entry.ts'

/**
 * The synonyms of the search, ready for look-ups. A term is compared without its spaces, fillers and
 * plurals, so that `bp machine`, `BP-machines` and `bpmachine` are one. All arguments are words of a query as
 * `wordsOf` folds them.
 */
export type SearchWords = {
  /** Differs where the entries differ; answers that depend on them are cached under it. */
  version: string
  /** The number of words of the longest term. */
  longest: number
  find(words: readonly string[]): readonly SynonymEntry[]
  /** Hindi terms that sound like the words, in either script. */
  soundsLike(words: readonly string[]): readonly SynonymEntry[]
  /** Terms that differ by tolerated typos, the nearest only. */
  misspelt(words: readonly string[]): readonly Misspelt[]
  /** Terms of as many words, of which these are the beginning, shortest first; at most `limit`. */
  begunBy(words: readonly string[], limit: number): readonly SynonymEntry[]
}

/** `term` is the term as the entry spells it. */
export type Misspelt = { entry: SynonymEntry; term: string }

/** Shorter terms, such as abbreviations, must be typed correctly. */
const minTolerantLength = 5
const minSoundLength = 3

type Term = { key: string; term: string; entry: SynonymEntry; words: number }

/** Compiles entries. `version` names their state, such as the position of the last event that changed one. */
export function searchWordsOf(entries: readonly SynonymEntry[], version: string): SearchWords {
  const terms = entries.flatMap(termsOf)
  const byKey = Map.groupBy(terms, ({ key }) => key)
  const hindi = terms.filter(({ entry }) => entry.language !== 'en')
  const bySound = Map.groupBy(hindi, ({ key }) => hindiSound(key))
  const byDeletion = once(() => groupedByDeletions(byKey.keys()))
  const keys = [...byKey.keys()].toSorted()

  return {
    version,
    longest: Math.max(1, ...terms.map(({ words }) => words)),
    find: (words) => entriesOf(byKey.get(keyOf(words))),
    soundsLike(words) {
      const sound = hindiSound(keyOf(words))
      return sound.length < minSoundLength ? [] : entriesOf(bySound.get(sound))
    },
    misspelt: (words) => nearest(keyOf(words), byDeletion()).flatMap((key) => byKey.get(key) ?? []),
    begunBy(words, limit) {
      const beginning = keyOf(words)
      if (beginning === '') return []
      const { length } = words
      const begun = keys.slice(firstFrom(keys, beginning), firstFrom(keys, `${beginning}\u{10ffff}`))
      const terms = begun.flatMap((key) => byKey.get(key) ?? []).filter((term) => term.words === length)
      return entriesOf(terms.toSorted((a, b) => a.key.length - b.key.length)).slice(0, limit)
    },
  }
}

/** No synonyms. */
export const noWords: SearchWords = searchWordsOf([], 'none')

function termsOf(entry: SynonymEntry): Term[] {
  return entry.terms.flatMap((term) => {
    const words = wordsOf(term).map(({ text }) => text)
    const key = keyOf(words)
    return key === '' ? [] : [{ key, term, entry, words: words.filter((word) => !isFiller(word)).length }]
  })
}

function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => !isFiller(word))
    .map(singular)
    .join('')
}

/** The place of the first key that is not before `key`. */
function firstFrom(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}

function entriesOf(terms: readonly Term[] | undefined): readonly SynonymEntry[] {
  return terms === undefined ? [] : [...new Set(terms.map(({ entry }) => entry))]
}

function groupedByDeletions(keys: Iterable<string>): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>()
  for (const key of keys) {
    if (key.length < minTolerantLength) continue
    for (const hash of deletionHashes(key)) {
      const group = groups.get(hash)
      if (group === undefined) groups.set(hash, [key])
      else group.push(key)
    }
  }
  return groups
}

function nearest(typed: string, byDeletion: ReadonlyMap<number, readonly string[]>): string[] {
  if (typed.length < minTolerantLength) return []
  const candidates = new Set(deletionHashes(typed).flatMap((hash) => byDeletion.get(hash) ?? []))
  const found = Array.from(candidates, (key) => {
    const tolerance = toleranceOf(Math.max(typed.length, key.length))
    return { key, wrong: misspellings(typed, key, tolerance), tolerance }
  }).filter(({ wrong, tolerance }) => wrong > 0 && wrong <= tolerance)
  const least = Math.min(...found.map(({ wrong }) => wrong))
  return found.filter(({ wrong }) => wrong === least).map(({ key }) => key)
}
