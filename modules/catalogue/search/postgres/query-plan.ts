import type { Found } from '../text/highlight.ts'
import { quoted } from './document.ts'
import type { Alternative, Reading, Term } from '../text/query-terms.ts'
import { singular } from '../text/singular.ts'

/** The tsqueries of a search, as text, and the words to highlight. */
export type Plan = {
  /** Finds documents that have every term; undefined if some term occurs nowhere. */
  all: (Match & Ranking) | undefined
  /** Each term with all its alternatives, for when no document has every term. */
  each: { terms: readonly Match[] } & Ranking
  /** The typed words as a phrase; null for a single word. */
  phrase: string | null
}

/**
 * `literal` finds those results of `match` that hold the words as typed. It is undefined if that is none or all of
 * them, because neither affects the order.
 */
export type Match = { match: string; literal: string | undefined }

/** The words that count for the rank: matched as typed, or loosely; null if there are none. */
export type Ranking = { exact: string | null; loose: string | null; found: Found }

export function planOf(terms: readonly Term[], readings: readonly Reading[]): Plan {
  const likely = readings.map(({ literal, near }) => [...literal, ...near])
  const possible = readings.map(({ literal, near, far }) => [...literal, ...near, ...far])
  const match = conjunction(likely)
  const literal = conjunction(readings.filter(({ near }) => near.length > 0).map((reading) => reading.literal))
  const each = readings.flatMap((reading, index) => {
    const meant = disjunction(possible[index] ?? [])
    return meant === undefined ? [] : [{ match: meant, literal: disjunction(reading.literal) }]
  })
  return {
    all: match === undefined ? undefined : { match, literal, ...ranking(readings, likely.flat()) },
    each: { terms: each, ...ranking(readings, possible.flat()) },
    phrase: phraseOf(terms),
  }
}

function ranking(readings: readonly Reading[], alternatives: readonly Alternative[]): Ranking {
  const exact = readings.flatMap(({ literal }) => literal.filter(({ isBeginning }) => !isBeginning))
  const loose = alternatives.filter((alternative) => !exact.includes(alternative))
  return { exact: disjunction(exact) ?? null, loose: disjunction(loose) ?? null, found: foundBy(alternatives) }
}

function conjunction(terms: readonly (readonly Alternative[])[]): string | undefined {
  const queries = terms.map(disjunction)
  return queries.length === 0 || queries.includes(undefined) ? undefined : queries.join(' & ')
}

function disjunction(alternatives: readonly Alternative[]): string | undefined {
  if (alternatives.length === 0) return undefined
  return `(${[...new Set(alternatives.map(asQuery))].join(' | ')})`
}

function asQuery({ words, isBeginning }: Alternative): string {
  const quotedWords = words.map(quoted)
  return `(${quotedWords.join(' & ')}${isBeginning ? ':*' : ''})`
}

function phraseOf(terms: readonly Term[]): string | null {
  if (terms.length < 2) return null
  return terms.map(({ text, isLast }) => quoted(singular(text)) + (isLast ? ':*' : '')).join(' <-> ')
}

function foundBy(alternatives: readonly Alternative[]): Found {
  const beginnings = alternatives.filter(({ isBeginning }) => isBeginning)
  return {
    words: new Set(alternatives.flatMap(({ words, isBeginning }) => (isBeginning ? words.slice(0, -1) : words))),
    beginnings: [...new Set(beginnings.flatMap(({ words }) => words.slice(-1)))],
  }
}
