import { collections, type Collection } from '../../domain/categories.ts'
import { spansOf, withGuesses } from '../query/spans.ts'
import { typedQuery, type Term } from '../query/typed-query.ts'
import { isEnglishWord } from '../text/english-words.ts'
import { isDeviceNoun, isFiller, isWish } from '../text/fillers.ts'
import { singular } from '../text/singular.ts'
import { consonantsOf, isDevanagari } from '../text/sound.ts'
import { wordsOf } from '../text/words.ts'
import type { SearchWords } from '../words/search-words.ts'

/** Words of labels that do not distinguish collections. */
const general = new Set(['equipment', 'machine', 'instrument', 'set', 'medical', 'all', 'one'])

/** Anything lower may be coincidence: `monitor` and `mounting` share a third of their letter pairs. */
const minLikeness = 0.5

/** Those of fewer words first: of equally similar names, the shorter one is nearer. */
const labelled = collections
  .map((collection) => ({ collection, words: tellingWords(collection.label) }))
  .toSorted((a, b) => a.words.length - b.words.length)

/**
 * The collection whose name is most like a word of the text, for a search that found nothing: `oxigen cylender` is near
 * Oxygen Machines, and `दांत की कुर्सी`, by its synonyms, near Dental Equipments. Undefined if none is.
 */
export function nearestCollection(text: string, words: SearchWords): Collection | undefined {
  return mostLike(meantWords(text, words)) ?? mostLike(tellingWords(text))
}

function mostLike(typed: readonly string[]): Collection | undefined {
  let nearest: { collection: Collection; likeness: number } | undefined
  for (const { collection, words } of labelled) {
    const likeness = Math.max(0, ...words.flatMap((word) => typed.map((one) => likenessOf(one, word))))
    if (likeness >= minLikeness && likeness > (nearest?.likeness ?? 0)) nearest = { collection, likeness }
  }
  return nearest?.collection
}

/** The words that the synonyms mean by the text. */
function meantWords(text: string, words: SearchWords): string[] {
  const { terms } = typedQuery(text)
  const spans = withGuesses(spansOf(terms, words), words, { isKnown: () => false, isSpelt })
  return spans.flatMap(({ entries }) => entries.flatMap(({ means }) => means.flatMap(tellingWords)))
}

function isSpelt({ text }: Term): boolean {
  return isEnglishWord(text)
}

function tellingWords(text: string): string[] {
  const words = wordsOf(text).map((word) => singular(word.text))
  return words.filter((word) => !isFiller(word) && !isWish(word) && !isDeviceNoun(word) && !general.has(word))
}

/** The share of common letter pairs (Dice's coefficient); 1 for an English word in Devanagari. */
function likenessOf(one: string, other: string): number {
  if (one === other || isSoundOf(one, other)) return 1
  const [left, right] = [pairsOf(one), pairsOf(other)]
  const common = [...left].filter((pair) => right.has(pair)).length
  return left.size + right.size === 0 ? 0 : (2 * common) / (left.size + right.size)
}

function isSoundOf(hindi: string, english: string): boolean {
  const heard = isDevanagari(hindi) ? consonantsOf(hindi) : undefined
  return heard !== undefined && heard === consonantsOf(english)
}

function pairsOf(word: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)))
}
