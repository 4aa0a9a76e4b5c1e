import { deletionHashes } from '../text/misspelling.ts'
import type { Query } from './query.ts'
import {
  beginningsOf,
  correctedBeginnings,
  formsOf,
  halvesOf,
  isForgiven,
  interpretTerm,
  type Alternative,
  type Candidate,
  type Knowledge,
  type Reading,
  type Term,
} from '../text/query-terms.ts'
import { singular } from '../text/singular.ts'

/** Sorts after every letter of every script in byte order. */
const end = '\u{10ffff}'

/** The number of words with the same first letters that are searched for one that begins almost as typed. */
const maxPrefixed = 500

/** Interprets every term by the vocabulary of the index. */
export async function interpretTerms(terms: readonly Term[], query: Query): Promise<Reading[]> {
  const knowledge = await lookUp(terms, query)
  return Promise.all(
    terms.map(async (term) => {
      const reading = interpretTerm(term, knowledge)
      if (!isForgiven(term) || reading.literal.length + reading.near.length > 0) return reading
      const guesses = await guess(term, query)
      return { ...reading, near: guesses }
    }),
  )
}

async function lookUp(terms: readonly Term[], query: Query): Promise<Knowledge> {
  const typed = terms.filter(isForgiven).flatMap(({ text }) => [text, singular(text)])
  const rows = await query<{ kind: string; word: string; documents: number }>(
    `select 'word' as kind, word, documents from live.vocabulary where word = any($1::text[])
     union all
     select 'candidate', word, documents from live.vocabulary where deletions && $2::int[]
     union all
     select 'beginning', beginning, 0 from unnest($3::text[]) as beginning
     where exists (select from live.vocabulary where word > beginning and word < beginning || '${end}')`,
    [terms.flatMap(formsOf), typed.flatMap(deletionHashes), terms.flatMap(beginningsOf)],
  )
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    words: new Set(of('word').map(({ word }) => word)),
    beginnings: new Set(of('beginning').map(({ word }) => word)),
    candidates: of('candidate'),
  }
}

/** For a word without any similar word: it may be two words written as one, or a misspelt prefix. */
async function guess(term: Term, query: Query): Promise<Alternative[]> {
  const halves = halvesOf(term).map(([left, right]) => [left, singular(right)] as const)
  const begun = term.isLast ? term.text.slice(0, 2) : ''
  const rows = await query<Candidate>(
    `select word, documents from live.vocabulary where word = any($1::text[])
     union all
     (select word, documents from live.vocabulary
      where $2 <> '' and word >= $2 and word < $2 || '${end}' and cardinality(deletions) > 0
      order by documents desc limit ${maxPrefixed})`,
    [halves.flat(), begun],
  )
  const known = new Set(rows.map(({ word }) => word))
  const split = halves.filter((words) => words.every((word) => known.has(word)))
  const started = term.isLast ? correctedBeginnings(term, rows) : []
  return [...split.map((words) => ({ words, isBeginning: false })), ...started]
}
