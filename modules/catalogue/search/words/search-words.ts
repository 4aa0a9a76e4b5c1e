import { once } from '#core/async/once.ts'
import { isAnyDevice, isFiller } from '../text/fillers.ts'
import { singular } from '../text/singular.ts'
import { hindiSound } from '../text/sound.ts'
import type { Spelling } from '../text/words.ts'
import { describedBy, readWords, type Asked, type Described, type ReadTerm } from './described.ts'
import { firstFrom } from '../text/sorted.ts'
import { misspeltAmong } from './misspelt-keys.ts'
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
  /** What a description means, whatever the order and the form of its words. */
  described(asked: Asked): Described | undefined
  /** Terms that differ by tolerated typos, the nearest only. */
  misspelt(words: readonly string[]): readonly Misspelt[]
  /** Terms of as many words, of which these are the beginning, shortest first; at most `limit`. */
  begunBy(words: readonly string[], limit: number): readonly SynonymEntry[]
}

/** `term` is the term as the entry spells it. */
export type Misspelt = { entry: SynonymEntry; term: string }

const minSoundLength = 3
/** Of longer phrases, each word is corrected on its own. That it is a machine does not count. */
const maxMisspeltWords = 2

type Term = { key: string; term: string; entry: SynonymEntry; words: number }

/** Compiles entries. `version` names their state, such as the position of the last event that changed one. */
export function searchWordsOf(entries: readonly SynonymEntry[], version: string): SearchWords {
  const read = entries.flatMap(readTermsOf)
  const terms = read.flatMap(keyedTerm)
  const byKey = Map.groupBy(terms, ({ key }) => key)
  const hindi = terms.filter(({ entry }) => entry.language !== 'en')
  const bySound = Map.groupBy(hindi, ({ key }) => hindiSound(key))
  const short = new Set(read.filter(isShort).map(({ read: words }) => keyOf(textsOf(words))))
  const nearest = once(() => misspeltAmong(short))
  const described = describedBy(read)
  const keys = [...byKey.keys()].toSorted()

  return {
    version,
    longest: Math.max(1, ...terms.map(({ words }) => words)),
    find: (words) => entriesOf(byKey.get(keyOf(words))),
    soundsLike(words) {
      const sound = hindiSound(keyOf(words))
      return sound.length < minSoundLength ? [] : entriesOf(bySound.get(sound))
    },
    described,
    misspelt: (words) => nearest()(keyOf(words)).flatMap((key) => byKey.get(key) ?? []),
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

function readTermsOf(entry: SynonymEntry): ReadTerm[] {
  return entry.terms.map((term) => ({ term, entry, read: readWords(term) }))
}

function keyedTerm({ term, entry, read }: ReadTerm): Term[] {
  const key = keyOf(textsOf(read))
  return key === '' ? [] : [{ key, term, entry, words: read.length }]
}

function isShort({ read }: ReadTerm): boolean {
  return read.filter(({ text }) => !isAnyDevice(singular(text))).length <= maxMisspeltWords
}

function textsOf(words: readonly Spelling[]): string[] {
  return words.map(({ text }) => text)
}

function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => !isFiller(word))
    .map(singular)
    .join('')
}

function entriesOf(terms: readonly Term[] | undefined): readonly SynonymEntry[] {
  return terms === undefined ? [] : [...new Set(terms.map(({ entry }) => entry))]
}
