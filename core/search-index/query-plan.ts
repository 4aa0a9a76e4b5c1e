import type { Found } from './highlight.ts'
import { quoted } from './indexed-document.ts'
import type { Alternative, Reading, Term } from './query-terms.ts'
import { singular } from './singular.ts'

/** What to ask Postgres, in tsqueries as text, and what then counts as found. */
export type Plan = {
  /** For documents that have every term; undefined where one of the terms is nowhere. */
  all: (Match & Ranking) | undefined
  /** Term by term with all that may have been meant: for when no document has every term. */
  each: { terms: readonly Match[] } & Ranking
  /** The typed words side by side, in their order. */
  phrase: string | undefined
}

/**
 * `literal` finds, of what `match` finds, the documents that hold what was typed; undefined where that is none or all,
 * which is as good for their order.
 */
export type Match = { match: string; literal: string | undefined }

/** `rank` finds the words that count, where they count most. */
export type Ranking = { rank: string; found: Found }

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
    all: match === undefined ? undefined : { match, literal, ...ranking(likely) },
    each: { terms: each, ...ranking(possible) },
    phrase: phraseOf(terms),
  }
}

function ranking(alternatives: readonly (readonly Alternative[])[]): Ranking {
  return { rank: disjunction(alternatives.flat()) ?? '', found: foundBy(alternatives.flat()) }
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

function phraseOf(terms: readonly Term[]): string | undefined {
  if (terms.length < 2) return undefined
  return terms.map(({ text, isLast }) => quoted(singular(text)) + (isLast ? ':*' : '')).join(' <-> ')
}

function foundBy(alternatives: readonly Alternative[]): Found {
  const beginnings = alternatives.filter(({ isBeginning }) => isBeginning)
  return {
    words: new Set(alternatives.flatMap(({ words, isBeginning }) => (isBeginning ? words.slice(0, -1) : words))),
    beginnings: [...new Set(beginnings.flatMap(({ words }) => words.slice(-1)))],
  }
}
