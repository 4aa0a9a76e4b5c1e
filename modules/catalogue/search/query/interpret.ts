import type { SearchWords } from '../words/search-words.ts'
import { didYouMean } from './did-you-mean.ts'
import { genericNamesIn, type GenericName } from './generic-names.ts'
import { segmentOf, type Segment } from './segments.ts'
import { spansOf, withGuesses, type Span } from './spans.ts'
import { isForgiven, readTerm, type Atom, type Knowledge, type Reading } from './term-reading.ts'
import { typedQuery, type Term, type TypedQuery } from './typed-query.ts'

/** What a query means in an index. */
export type Interpretation = {
  query: TypedQuery
  segments: readonly Segment[]
  /** The query with its typos corrected; undefined if there are none. */
  didYouMean: string | undefined
  /** The brands of medicines in the query. */
  genericNames: readonly GenericName[]
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
  const isKnown = (term: Term) => known.get(term)?.literal.length !== 0
  const spans = withGuesses(spansOf(query.terms, words), words, isKnown)
  const readings = await withGuessedReadings(
    known,
    unexplained(spans).filter((term) => !isKnown(term)),
    vocabulary,
  )
  const noun = query.terms[query.noun]
  const read = (span: Span) =>
    segmentOf(
      span,
      span.terms.flatMap((term) => readings.get(term) ?? []),
      noun,
    )
  return {
    query,
    segments: spans.map(read),
    didYouMean: didYouMean(query, spans, readings),
    genericNames: genericNamesIn(spans),
  }
}

function unexplained(spans: readonly Span[]): Term[] {
  return spans.filter(({ entries }) => entries.length === 0).flatMap(({ terms }) => terms)
}

type Readings = ReadonlyMap<Term, Reading>

/** The index is asked again for a term that it does not know, and that is unfinished or similar to no known word. */
async function withGuessedReadings(
  readings: Readings,
  unknown: readonly Term[],
  vocabulary: Vocabulary,
): Promise<Readings> {
  const result = new Map(readings)
  const guessed = unknown.filter((term) => isForgiven(term) && (term.isLast || readings.get(term)?.near.length === 0))
  await Promise.all(
    guessed.map(async (term) => {
      const reading = readings.get(term)
      if (reading !== undefined) result.set(term, withAtoms(reading, await vocabulary.guess(term)))
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
