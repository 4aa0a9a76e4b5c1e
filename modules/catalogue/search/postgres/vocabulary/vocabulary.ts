import { deletionHashes } from '../../text/misspelling.ts'
import type { Query } from '../query.ts'
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
import type { Term } from '../../query/typed-query.ts'
import { singular } from '../../text/singular.ts'
import type { WordList } from './word-list.ts'

/** Shorter words must be typed correctly. */
const minForgivenLength = 4

/** Sorts after every letter of every script in byte order. */
const end = '\u{10ffff}'

/** The number of words that are searched for one that begins almost as typed. */
const maxPrefixed = 1_000

/** The vocabulary of one generation of the index: the words in memory, or those that the database looks up. */
export function postgresVocabulary(query: Query, words: WordList | undefined): Vocabulary {
  if (words === undefined) return { lookUp: (terms) => lookUp(terms, query), guess: (term) => guess(term, query) }
  return {
    lookUp: (terms) => Promise.resolve(knowledgeIn(words, terms)),
    guess: (term) => Promise.resolve(guessIn(words, term)),
  }
}

function knowledgeIn(words: WordList, terms: readonly Term[]): Knowledge {
  return {
    words: new Set(wantedForms(terms).filter((form) => words.has(form))),
    beginnings: new Set(terms.flatMap(beginningsOf).filter((beginning) => words.hasLonger(beginning))),
    candidates: [...new Set(typedForms(terms).flatMap((form) => words.similarTo(form)))],
  }
}

function guessIn(words: WordList, term: Term): Atom[] {
  const split = halvesIn(term).filter((halves) => halves.every((word) => words.has(word)))
  return guesses(term, { split, begun: term.isLast ? words.begunLike(term.text, maxPrefixed) : [] })
}

function wantedForms(terms: readonly Term[]): string[] {
  return [...terms.flatMap(formsOf), ...terms.map(soundForm).filter((form) => form !== undefined)]
}

/** What is compared with words for typos. */
function typedForms(terms: readonly Term[]): string[] {
  return [...new Set(terms.filter(isForgiven).flatMap(({ text }) => [text, singular(text)]))]
}

function halvesIn(term: Term): [string, string][] {
  return halvesOf(term).map(([left, right]) => [left, singular(right)])
}

function firstLetter({ text }: Term): string {
  return text.slice(0, 1)
}

const latin = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at))
const lettersOfScript = 0x80

/**
 * What a word begins with if the mistake is in the first letter of the typed beginning: it is one too many, swapped with
 * the next, missing, or another letter of the same script.
 */
function withOtherFirstLetter(typed: string): string[] {
  if (typed.length < minForgivenLength) return []
  const [first = '', second = '', third = ''] = typed
  const script = Math.floor((first.codePointAt(0) ?? 0) / lettersOfScript) * lettersOfScript
  const letters =
    script === 0 ? latin : Array.from({ length: lettersOfScript }, (_, at) => String.fromCodePoint(script + at))
  return [
    typed.slice(first.length, first.length + 3),
    second + first + third,
    ...letters.flatMap((letter) => [letter + first + second, letter + second + third]),
  ]
}

function guesses(term: Term, { split, begun }: { split: [string, string][]; begun: readonly Candidate[] }): Atom[] {
  const started = term.isLast ? correctedBeginnings(term, begun) : []
  return [...split.map((words) => ({ words, isBeginning: false, weight: 0.9 })), ...started]
}

/** The sub-select hides the hashes from the planner, which would read the whole vocabulary for many of them. */
async function lookUp(terms: readonly Term[], query: Query): Promise<Knowledge> {
  const rows = await query<{ kind: string; word: string; documents: number }>(
    `select 'word' as kind, word, documents from live.vocabulary where word = any($1::text[])
     union all
     select 'candidate', word, documents from live.vocabulary where deletions && (select $2::int[])
     union all
     select 'beginning', beginning, 0 from unnest($3::text[]) as beginning
     where exists (select from live.vocabulary where word > beginning and word < beginning || '${end}')`,
    [wantedForms(terms), [...new Set(typedForms(terms).flatMap(deletionHashes))], terms.flatMap(beginningsOf)],
  )
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    words: new Set(of('word').map(({ word }) => word)),
    beginnings: new Set(of('beginning').map(({ word }) => word)),
    candidates: of('candidate'),
  }
}

async function guess(term: Term, query: Query): Promise<Atom[]> {
  const halves = halvesIn(term)
  const rows = await query<Candidate>(
    `select word, documents from live.vocabulary where word = any($1::text[])
     union all
     (select word, documents from live.vocabulary
      where $2 <> '' and word >= $2 and word < $2 || '${end}' and cardinality(deletions) > 0
      order by documents desc, word limit ${maxPrefixed})
     union all
     (select word, documents from unnest($3::text[]) as beginning, lateral (
        select word, documents from live.vocabulary
        where word >= beginning and word < beginning || '${end}' and cardinality(deletions) > 0) as begun
      limit ${maxPrefixed})`,
    [halves.flat(), term.isLast ? firstLetter(term) : '', term.isLast ? withOtherFirstLetter(term.text) : []],
  )
  const known = new Set(rows.map(({ word }) => word))
  return guesses(term, { split: halves.filter((words) => words.every((word) => known.has(word))), begun: rows })
}
