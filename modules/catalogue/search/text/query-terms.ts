import { isFiller } from './fillers.ts'
import { misspellings, misspellingsOfBeginning, toleranceOf } from './misspelling.ts'
import { singular } from './singular.ts'
import { hasDigit, partsOf, wordsOf } from './words.ts'

/** One typed word of a query, folded. */
export type Term = {
  text: string
  /** The parts of a word that mixes letters and digits: `cms8000` → `cms`, `8000`; otherwise empty. */
  parts: readonly string[]
  /** The last word of the query may still be being typed. */
  isLast: boolean
  /** The compounds with the word before and after: `wheel chair` may be indexed as `wheelchair`. */
  withPrevious: string | undefined
  withNext: string | undefined
}

/** One way to match a term: all of these words, the last one as a prefix if `isBeginning`. */
export type Alternative = { words: readonly string[]; isBeginning: boolean }

/** The ways to match a term, from the literal to the least likely. Documents matched by `literal` rank first. */
export type Reading = { literal: Alternative[]; near: Alternative[]; far: Alternative[] }

/** The part of an index's vocabulary that is relevant to a query. */
export type Knowledge = {
  words: ReadonlySet<string>
  /** The requested prefixes with which some longer word begins. */
  beginnings: ReadonlySet<string>
  /** Words that may be within the tolerance of a typed one. */
  candidates: readonly Candidate[]
}

export type Candidate = { word: string; documents: number }

const maxQueryLength = 1_000
const maxTerms = 10
const maxCorrections = 8

export function termsOf(text: string): Term[] {
  const all = [...new Map(wordsOf(text.slice(0, maxQueryLength)).map((word) => [word.text, word])).values()]
  const significant = all.filter((word) => !isFiller(word.text))
  const words = (significant.length > 0 ? significant : all).slice(0, maxTerms)
  return words.map((word, index) => {
    const [previous, next] = [words[index - 1], words[index + 1]]
    return {
      text: word.text,
      parts: partsOf(word).map((part) => part.text),
      isLast: next === undefined,
      withPrevious: previous && previous.text + word.text,
      withNext: next && word.text + next.text,
    }
  })
}

/** Every form that counts as the typed word itself. `batteri` is the start of a plural, so it includes `battery`. */
export function formsOf(term: Term): string[] {
  const { text, isLast, withPrevious, withNext } = term
  const finished = isLast ? [singular(`${text}s`), singular(`${text}es`)].filter((form) => !form.startsWith(text)) : []
  const compounds = [withPrevious, withNext].filter((word) => word !== undefined)
  return [...new Set([singular(text), ...finished, ...compounds])]
}

export function beginningsOf({ text, isLast, withPrevious }: Term): string[] {
  if (!isLast) return text.length > 1 ? [text] : []
  return withPrevious === undefined ? [text] : [text, withPrevious]
}

/** Whether typos are tolerated: words with digits and short words must match exactly. */
export function isForgiven({ text }: Term): boolean {
  return text.length >= 3 && !hasDigit(text)
}

export function interpretTerm(term: Term, knowledge: Knowledge): Reading {
  const exact = formsOf(term).filter((form) => knowledge.words.has(form))
  const begun = beginningsOf(term).filter((beginning) => knowledge.beginnings.has(beginning))
  const beginnings = begun.map((beginning) => ({ words: [beginning], isBeginning: true }))
  const isOnlyBegun = term.isLast || exact.length === 0
  const literal = [...exact.map(oneWord), ...(isOnlyBegun ? beginnings : [])]
  const asParts = term.parts.length > 0 ? [{ words: term.parts, isBeginning: term.isLast }] : []
  const corrected = corrections(term, knowledge.candidates)
  const likely = corrected.filter(({ wrong }) => literal.length === 0 || (wrong === 1 && term.text.length >= 8))
  return {
    literal,
    near: [...(isOnlyBegun ? [] : beginnings), ...asParts, ...likely.map(({ form }) => oneWord(form))],
    far: corrected.map(({ form }) => oneWord(form)),
  }
}

function oneWord(word: string): Alternative {
  return { words: [word], isBeginning: false }
}

type Correction = { form: string; wrong: number; documents: number }

function corrections(term: Term, candidates: readonly Candidate[]): Correction[] {
  if (!isForgiven(term)) return []
  const typed = [...new Set([term.text, singular(term.text)])]
  const found = candidates.flatMap(({ word, documents }) => {
    const tolerance = toleranceOf(Math.max(term.text.length, word.length))
    const wrong = Math.min(...typed.map((form) => misspellings(form, word, tolerance)))
    return wrong > 0 && wrong <= tolerance ? [{ form: singular(word), wrong, documents }] : []
  })
  return best(found)
}

/** Words that begin almost as typed, for the last word of a query that matches nothing else. */
export function correctedBeginnings({ text }: Term, candidates: readonly Candidate[]): Alternative[] {
  const tolerance = toleranceOf(text.length)
  const found = candidates.map(({ word, documents }) => {
    return { form: singular(word), wrong: misspellingsOfBeginning(text, word, tolerance), documents }
  })
  return best(found.filter(({ wrong }) => wrong <= tolerance)).map(({ form }) => oneWord(form))
}

function best(corrections: readonly Correction[]): Correction[] {
  const ranked = corrections.toSorted((a, b) => a.wrong - b.wrong || b.documents - a.documents)
  return [...new Map(ranked.toReversed().map((correction) => [correction.form, correction])).values()]
    .toReversed()
    .slice(0, maxCorrections)
}

const minPartLength = 3

/** Every way to split a word in two: `wheelchair` → `wheel`, `chair`. */
export function halvesOf({ text }: Term): [string, string][] {
  return Array.from({ length: Math.max(0, text.length - 2 * minPartLength + 1) }, (_, index) => [
    text.slice(0, index + minPartLength),
    text.slice(index + minPartLength),
  ])
}
