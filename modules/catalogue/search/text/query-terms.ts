import { misspellings, misspellingsOfBeginning, toleranceOf } from './misspelling.ts'
import { singular } from './singular.ts'
import { hasDigit, partsOf, wordsOf } from './words.ts'

/** One typed word of a query, folded. */
export type Term = {
  text: string
  /** Of a word that mixes letters and digits: `cms8000` → `cms`, `8000`; otherwise empty. */
  parts: readonly string[]
  /** The last word is still being typed, for all we know. */
  isLast: boolean
  /** Written as one with the word before it, and with the word after it: `wheel chair` may be in the index as one. */
  withPrevious: string | undefined
  withNext: string | undefined
}

/** One way to find a term: all of these words, the last of them perhaps as a beginning only. */
export type Alternative = { words: readonly string[]; isBeginning: boolean }

/** The ways to find a term, from what was typed to what may have been meant. Documents found by the first rank first. */
export type Reading = { literal: Alternative[]; near: Alternative[]; far: Alternative[] }

/** What the vocabulary of an index knows about the words of a query. */
export type Knowledge = {
  words: ReadonlySet<string>
  /** Those of the asked beginnings with which some longer word begins. */
  beginnings: ReadonlySet<string>
  /** Words that may lie within the tolerance of a typed one. */
  candidates: readonly Candidate[]
}

export type Candidate = { word: string; documents: number }

const longestQuery = 1_000
const mostTerms = 10
const mostCorrections = 8

/** Words that say nothing, as long as there are others. Single letters are not among them: vitamin A, hepatitis C. */
const fillers = new Set(['an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

export function termsOf(text: string): Term[] {
  const all = [...new Map(wordsOf(text.slice(0, longestQuery)).map((word) => [word.text, word])).values()]
  const telling = all.filter((word) => !fillers.has(word.text))
  const words = (telling.length > 0 ? telling : all).slice(0, mostTerms)
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

/** Every form that counts as the typed word itself; `batteri` is a plural on its way, so `battery` counts. */
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

/** Whether a wrong letter is forgiven at all: model numbers and short words must be right. */
export function isForgiven({ text }: Term): boolean {
  return text.length >= 3 && !hasDigit(text)
}

export function readTerm(term: Term, knowledge: Knowledge): Reading {
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

/** For the last word when nothing else is found: words that begin nearly as typed. */
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
    .slice(0, mostCorrections)
}

const shortestPart = 3

/** Every way to cut a word in two: `wheelchair` → `wheel`, `chair`. */
export function halvesOf({ text }: Term): [string, string][] {
  return Array.from({ length: Math.max(0, text.length - 2 * shortestPart + 1) }, (_, index) => [
    text.slice(0, index + shortestPart),
    text.slice(index + shortestPart),
  ])
}
