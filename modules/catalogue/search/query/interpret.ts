import type { SearchWords } from '../words/search-words.ts'
import { isEnglishWord } from '../text/english-words.ts'
import { withDescription } from './description.ts'
import { didYouMean } from './did-you-mean.ts'
import { genericNamesIn, type GenericName } from './generic-names.ts'
import { segmentOf, type Segment } from './segments.ts'
import { spansOf, withGuesses, type Span } from './spans.ts'
import { doubtfulReading, isForgiven, readTerm, type Atom, type Knowledge, type Reading } from './term-reading.ts'
import { typedQuery, type Term, type TypedQuery } from './typed-query.ts'

/** What a query means in an index. */
export type Interpretation = {
  query: TypedQuery
  segments: readonly Segment[]
  /** The query with its typos corrected; undefined if there are none. */
  didYouMean: string | undefined
  /** The brands of medicines in the query. */
  genericNames: readonly GenericName[]
  /** What the query means if its doubtful words are typos of other words; undefined if no word is doubtful. */
  instead?: { meant: Interpretation; areKnown: boolean }
}

/** What an engine knows of the words of its documents. */
export type Vocabulary = {
  lookUp(terms: readonly Term[]): Promise<Knowledge>
  /** The likely meanings of a term that is not known: two words written as one, or one that begins almost as typed. */
  guess(term: Term): Promise<readonly Atom[]>
}

export async function interpret(text: string, words: SearchWords, vocabulary: Vocabulary): Promise<Interpretation> {
  const query = typedQuery(text)
  if (query.terms.length === 0) return { query, segments: [], didYouMean: undefined, genericNames: [] }
  const knowledge = await vocabulary.lookUp(query.terms)
  const known = new Map(query.terms.map((term) => [term, readTerm(term, knowledge)]))
  const read = { query, words, vocabulary }
  const { spans, ...typed } = await meaningOf(read, known, (term) => isEnglishWord(term.text))
  const doubts = doubtsIn(unexplained(spans), known, knowledge)
  if (doubts.size === 0) return typed
  const { spans: _, ...meant } = await meaningOf(read, new Map([...known, ...doubts]), () => false)
  return { ...typed, instead: { meant, areKnown: Array.from(doubts.keys()).every((term) => isRead(known, term)) } }
}

/** The terms that may be typos although they are words, read as such. */
function doubtsIn(terms: readonly Term[], known: Readings, { candidates }: Knowledge): Readings {
  const read = terms.map((term) => [term, doubtfulReading(term, isRead(known, term), candidates)] as const)
  return new Map(read.flatMap(([term, reading]) => (reading === undefined ? [] : [[term, reading]])))
}

type Asked = { query: TypedQuery; words: SearchWords; vocabulary: Vocabulary }

/** `isRight`: whether a term that the index does not know is no typo. */
async function meaningOf(
  { query, words, vocabulary }: Asked,
  known: Readings,
  isRight: (term: Term) => boolean,
): Promise<Interpretation & { spans: readonly Span[] }> {
  const isKnown = (term: Term) => isRead(known, term)
  const isSpelt = (term: Term) => isKnown(term) || isRight(term)
  const named = withDescription(spansOf(query.terms, words), { query, words, isKnown, isRight })
  const spans = withGuesses(named, words, { isKnown, isSpelt })
  const unknown = unexplained(spans).filter((term) => !isKnown(term))
  // Only two words may have been written as one in a term that is no typo.
  const guess = (term: Term) => vocabulary.guess(isRight(term) ? { ...term, isLast: false } : term)
  const readings = await withGuessedReadings(known, unknown, guess)
  const noun = query.terms[query.noun]
  const segments = spans.map((span) =>
    segmentOf(
      span,
      span.terms.flatMap((term) => readings.get(term) ?? []),
      noun,
    ),
  )
  return {
    query,
    segments,
    didYouMean: didYouMean(query, spans, readings),
    genericNames: genericNamesIn(spans),
    spans,
  }
}

function isRead(readings: Readings, term: Term): boolean {
  return readings.get(term)?.literal.length !== 0
}

function unexplained(spans: readonly Span[]): Term[] {
  return spans.filter(({ entries }) => entries.length === 0).flatMap(({ terms }) => terms)
}

type Readings = ReadonlyMap<Term, Reading>

/** The index is asked again for a term that it does not know, and that is unfinished or similar to no known word. */
async function withGuessedReadings(
  readings: Readings,
  unknown: readonly Term[],
  guess: Vocabulary['guess'],
): Promise<Readings> {
  const result = new Map(readings)
  const guessed = unknown.filter((term) => isForgiven(term) && (term.isLast || readings.get(term)?.near.length === 0))
  await Promise.all(
    guessed.map(async (term) => {
      const reading = readings.get(term)
      if (reading !== undefined) result.set(term, withAtoms(reading, await guess(term)))
    }),
  )
  return result
}

/** The likeliest guess is shown as a correction, unless it is the same letters as two words. */
function withAtoms(reading: Reading, guesses: readonly Atom[]): Reading {
  const [likeliest, ...others] = guesses[0]?.words ?? []
  const correction = reading.correction ?? (others.length === 0 ? likeliest : undefined)
  return { ...reading, near: [...reading.near, ...guesses], correction }
}
