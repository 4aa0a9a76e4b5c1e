import type { Vocabulary } from '../../query/interpret.ts'
import {
  beginningsOf,
  correctedBeginnings,
  formsOf,
  halvesOf,
  isForgiven,
  soundForm,
  type Atom,
  type Candidate,
  type Knowledge,
} from '../../query/term-reading.ts'
import { isMarked } from '../../query/marks.ts'
import type { Term } from '../../query/typed-query.ts'
import { misspellings, toleranceOf } from '../../text/misspelling.ts'
import { singular } from '../../text/singular.ts'
import { conditionOn } from './condition.ts'
import type { Reading } from '../reading.ts'

/** The vocabulary of an index, for one search: Meilisearch counts the documents that contain a word, and finds words despite typos. */
export function meiliVocabulary(read: Reading): Vocabulary {
  const known = (words: readonly string[], begun: readonly string[]) => knownOf(words, begun, read)
  const asked = new Map<string, Promise<Candidate[]>>()
  const similarTo = (text: string): Promise<Candidate[]> => {
    const found = asked.get(text) ?? wordsSimilarTo(text, read)
    asked.set(text, found)
    return found
  }

  async function lookUp(terms: readonly Term[]): Promise<Knowledge> {
    const forms = [...terms.flatMap(formsOf), ...terms.map(soundForm).filter((form) => form !== undefined)]
    const [{ words, beginnings }, candidates] = await Promise.all([
      known([...new Set(forms)], [...new Set(terms.flatMap(beginningsOf))]),
      Promise.all(terms.filter(isForgiven).map(({ text }) => similarTo(text))),
    ])
    return { words, beginnings, candidates: candidates.flat() }
  }

  async function guess(term: Term): Promise<Atom[]> {
    const halves = halvesOf(term).map(([left, right]) => [left, singular(right)] as const)
    const [{ words: parts }, similar] = await Promise.all([
      known([...new Set(halves.flat())], []),
      term.isLast ? similarTo(term.text) : [],
    ])
    const split = halves.filter((words) => words.every((word) => parts.has(word)))
    const started = term.isLast ? correctedBeginnings(term, similar) : []
    return [...split.map((words) => ({ words, isBeginning: false, weight: 0.9 })), ...started]
  }

  return { lookUp, guess }
}

/** Longer words have too many swaps to ask for. */
const maxSwapped = 16

/**
 * Meilisearch counts three typos where letters that were swapped also have one too many or too few between them, so it is
 * asked for the letters in their other order, too, unless it has found a word within the tolerance.
 */
async function wordsSimilarTo(text: string, read: Reading): Promise<Candidate[]> {
  const found = await wordsLike(text, read)
  const tolerance = toleranceOf(text.length)
  if (
    tolerance < 2 ||
    text.length > maxSwapped ||
    found.some(({ word }) => misspellings(text, word, tolerance) <= tolerance)
  )
    return found
  const others = await Promise.all(withSwaps(text).map((one) => wordsLike(one, read)))
  return [...new Map([...found, ...others.flat()].map((one) => [one.word, one])).values()]
}

async function wordsLike(text: string, read: Reading): Promise<Candidate[]> {
  const found = await read.values('words', text)
  return found.flatMap(({ value, count }) => (isMarked(value) ? [] : [{ word: value, documents: count }]))
}

/** The text with two letters swapped that are next to each other, or next but one. */
function withSwaps(text: string): string[] {
  const letters = Array.from(text)
  return letters.flatMap((_, at) =>
    [1, 2]
      .filter((distance) => at + distance < letters.length)
      .map((distance) =>
        letters
          .with(at, letters[at + distance] ?? '')
          .with(at + distance, letters[at] ?? '')
          .join(''),
      ),
  )
}

/** Those of the words and beginnings that some document has. */
async function knownOf(words: readonly string[], begun: readonly string[], read: Reading) {
  const conditions = [
    ...words.map((word) => conditionOn('words', { word, isBeginning: false })),
    ...begun.map((word) => conditionOn('words', { word, isBeginning: true })),
  ]
  const answers = await read.search(
    conditions.map((filter) => ({ filter: [filter], attributesToRetrieve: [], size: 0 })),
  )
  const isKnown = (index: number) => (answers[index]?.total ?? 0) > 0
  return {
    words: new Set(words.filter((_, index) => isKnown(index))),
    beginnings: new Set(begun.filter((_, index) => isKnown(words.length + index))),
  }
}
