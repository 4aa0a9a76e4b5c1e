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

/**
 * Meilisearch counts three typos where letters that were swapped also have one too many or too few between them. Unless it
 * has found a word within the tolerance, it is asked for what begins like the first half, and for the first half with
 * letters swapped.
 */
async function wordsSimilarTo(text: string, read: Reading): Promise<Candidate[]> {
  const tolerance = toleranceOf(text.length)
  const isSimilar = ({ word }: Candidate) => misspellings(text, word, tolerance) <= tolerance
  const found = await wordsLike(text, read)
  if (tolerance < 2 || found.some(isSimilar)) return found
  const half = text.slice(0, text.length / 2)
  const begun = (await wordsLike(half, read)).filter(isSimilar)
  if (begun.length > 0) return [...found, ...begun]
  const swapped = await Promise.all(withSwaps(text, half.length).map((one) => wordsLike(one, read)))
  return distinct([...found, ...swapped.flat()])
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [one.word, one])).values()]
}

async function wordsLike(text: string, read: Reading): Promise<Candidate[]> {
  const found = await read.values('words', text)
  return found.flatMap(({ value, count }) => (isMarked(value) ? [] : [{ word: value, documents: count }]))
}

const maxSwapped = 8

/** The text with a letter of its first part swapped with the next, or the next but one. */
function withSwaps(text: string, part: number): string[] {
  const letters = text.split('')
  const swap = (at: number, other: number) =>
    letters
      .with(at, letters[other] ?? '')
      .with(other, letters[at] ?? '')
      .join('')
  return letters.slice(0, Math.min(part, maxSwapped)).flatMap((_, at) => [swap(at, at + 1), swap(at, at + 2)])
}

/** Those of the words and beginnings that some document has. */
async function knownOf(words: readonly string[], begun: readonly string[], read: Reading) {
  const conditions = [
    ...words.map((word) => conditionOn('words', { word, isBeginning: false })),
    ...begun.map((word) => conditionOn('words', { word, isBeginning: true })),
  ]
  const results = await read.search(
    conditions.map((filter) => ({ filter: [filter], attributesToRetrieve: [], size: 0 })),
  )
  const isKnown = (index: number) => (results[index]?.total ?? 0) > 0
  return {
    words: new Set(words.filter((_, index) => isKnown(index))),
    beginnings: new Set(begun.filter((_, index) => isKnown(words.length + index))),
  }
}
