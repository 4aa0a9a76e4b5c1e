import { deletionHashes } from '../text/misspelling.ts'
import type { Query } from './query.ts'
import type { Vocabulary } from '../query/interpret.ts'
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
} from '../query/term-reading.ts'
import type { Term } from '../query/typed-query.ts'
import { singular } from '../text/singular.ts'

/** Sorts after every letter of every script in byte order. */
const end = '\u{10ffff}'

/** The number of words with the same first letter that are searched for one that begins almost as typed. */
const maxPrefixed = 1_000

/** The vocabulary of one generation of the index. */
export function postgresVocabulary(query: Query): Vocabulary {
  return { lookUp: (terms) => lookUp(terms, query), guess: (term) => guess(term, query) }
}

/** The sub-select hides the hashes from the planner, which would read the whole vocabulary for many of them. */
async function lookUp(terms: readonly Term[], query: Query): Promise<Knowledge> {
  const typed = terms.filter(isForgiven).flatMap(({ text }) => [text, singular(text)])
  const forms = [...terms.flatMap(formsOf), ...terms.map(soundForm).filter((form) => form !== undefined)]
  const rows = await query<{ kind: string; word: string; documents: number }>(
    `select 'word' as kind, word, documents from live.vocabulary where word = any($1::text[])
     union all
     select 'candidate', word, documents from live.vocabulary where deletions && (select $2::int[])
     union all
     select 'beginning', beginning, 0 from unnest($3::text[]) as beginning
     where exists (select from live.vocabulary where word > beginning and word < beginning || '${end}')`,
    [forms, [...new Set(typed.flatMap(deletionHashes))], terms.flatMap(beginningsOf)],
  )
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    words: new Set(of('word').map(({ word }) => word)),
    beginnings: new Set(of('beginning').map(({ word }) => word)),
    candidates: of('candidate'),
  }
}

async function guess(term: Term, query: Query): Promise<Atom[]> {
  const halves = halvesOf(term).map(([left, right]) => [left, singular(right)] as const)
  const begun = term.isLast ? term.text.slice(0, 1) : ''
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
  return [...split.map((words) => ({ words, isBeginning: false, weight: 0.9 })), ...started]
}
