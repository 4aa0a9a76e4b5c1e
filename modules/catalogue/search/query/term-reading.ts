import { isDevanagari, consonantsOf } from '../text/sound.ts'
import { isCommonWord, isEnglishWord } from '../text/english-words.ts'
import { misspellings, misspellingsOfBeginning, toleranceOf } from '../text/misspelling.ts'
import { singular } from '../text/singular.ts'
import { hasDigit } from '../text/words.ts'
import type { Term } from './typed-query.ts'

/** One way to match a term: all of these words, the last one as a prefix if `isBeginning`. */
export type Atom = {
  words: readonly string[]
  isBeginning: boolean
  /** How certainly it is what was typed: 1 for the word itself. */
  weight: number
}

/** The ways to match a term, from the literal to the least likely. */
export type Reading = {
  literal: readonly Atom[]
  near: readonly Atom[]
  far: readonly Atom[]
  /** The word that a misspelt term probably means, as documents have it. */
  correction: string | undefined
}

/** The part of an index's vocabulary that is relevant to a query. */
export type Knowledge = {
  words: ReadonlySet<string>
  /** The requested prefixes with which some longer word begins. */
  beginnings: ReadonlySet<string>
  /** Words that may be within the tolerance of a typed one. */
  candidates: readonly Candidate[]
}

export type Candidate = { word: string; documents: number }

const maxCorrections = 8

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

/** An English word in Devanagari is found by its consonants, under which the words of titles and names are indexed too. */
export function soundForm({ text }: Term): string | undefined {
  const consonants = isDevanagari(text) ? consonantsOf(text) : undefined
  return consonants === undefined ? undefined : `~${consonants}`
}

export function readTerm(term: Term, knowledge: Knowledge): Reading {
  const exact = formsOf(term).filter((form) => knowledge.words.has(form))
  const begun = beginningsOf(term).filter((beginning) => knowledge.beginnings.has(beginning))
  const beginnings = begun.map((beginning) => ({ words: [beginning], isBeginning: true, weight: 0.75 }))
  const sound = [soundForm(term)].filter((form) => form !== undefined && knowledge.words.has(form))
  const isOnlyBegun = term.isLast || exact.length === 0
  const heard = sound.flatMap((form) => (form === undefined ? [] : [oneWord(form, 0.9)]))
  const literal = [...exact.map((form) => oneWord(form, 1)), ...heard, ...(isOnlyBegun ? beginnings : [])]
  const asParts = term.parts.length > 0 ? [{ words: term.parts, isBeginning: term.isLast, weight: 0.9 }] : []
  const similar = corrections(term, knowledge.candidates)
  const corrected = literal.length === 0 ? plausible(term, similar) : similar
  const likely = corrected.filter(({ wrong }) => literal.length === 0 || (wrong === 1 && term.text.length >= 8))
  return {
    literal,
    near: [...(isOnlyBegun ? [] : beginnings), ...asParts, ...likely.map(asAtom)],
    far: corrected.map(asAtom),
    correction: literal.length + asParts.length === 0 ? corrected[0]?.word : undefined,
  }
}

export function oneWord(word: string, weight: number): Atom {
  return { words: [word], isBeginning: false, weight }
}

type Correction = { form: string; word: string; wrong: number; documents: number; isBeginning: boolean }

function asAtom({ form, wrong, isBeginning }: Correction): Atom {
  return { words: [form], isBeginning, weight: wrong === 1 ? 0.8 : 0.65 }
}

function corrections(term: Term, candidates: readonly Candidate[]): Correction[] {
  if (!isForgiven(term)) return []
  const typed = [...new Set([term.text, singular(term.text)])]
  const found = candidates.flatMap(({ word, documents }) => {
    const tolerance = toleranceOf(Math.max(term.text.length, word.length))
    const wrong = Math.min(...typed.map((form) => misspellings(form, word, tolerance)))
    const isRight = wrong > 0 && wrong <= tolerance
    return isRight ? [{ form: singular(word), word, wrong, documents, isBeginning: false }] : []
  })
  return best(found)
}

const maxSlipLength = 5

/** Of a word that the index does not know: an English one is no typo, but a rare, short one may have a wrong vowel. */
function plausible({ text }: Term, similar: readonly Correction[]): readonly Correction[] {
  if (!isEnglishWord(text)) return similar
  if (isCommonWord(text) || text.length > maxSlipLength) return []
  const consonants = withoutVowels(text)
  return similar.filter(({ word }) => withoutVowels(word) === consonants)
}

const withoutVowels = (word: string) => word.replaceAll(/[aeiou]/g, '')

/**
 * The reading of a term as a typo, if it may be one although it is a word: an English word that the index does not know
 * (`mash`), or a word of few documents that is almost one of many (`lump`). Undefined for every other term.
 */
export function doubtfulReading(term: Term, isKnown: boolean, candidates: readonly Candidate[]): Reading | undefined {
  if (isKnown) return readingAs('literal', oftenerThan(term, candidates))
  return isEnglishWord(term.text) ? (readingAs('near', corrections(term, candidates)) ?? unread) : undefined
}

const unread: Reading = { literal: [], near: [], far: [], correction: undefined }

function readingAs(way: 'literal' | 'near', meant: readonly Correction[]): Reading | undefined {
  const [likeliest] = meant
  return likeliest && { ...unread, [way]: meant.map(asAtom), far: meant.map(asAtom), correction: likeliest.word }
}

/** As many times more documents have a word than the typed one, if that is rather a typo of it. */
const oftener = 10
const minOftener = 3

function oftenerThan(term: Term, candidates: readonly Candidate[]): Correction[] {
  const own = candidates.find(({ word }) => word === term.text)?.documents
  if (own === undefined) return []
  const least = Math.max(minOftener, oftener * own)
  const often = candidates.filter(({ documents }) => documents >= least)
  return corrections(term, often).filter(({ form, wrong }) => wrong === 1 && form !== singular(term.text))
}

/** Words that begin almost as typed, for an unfinished word that no document has. */
export function correctedBeginnings({ text }: Term, candidates: readonly Candidate[]): Reading['near'] {
  const tolerance = toleranceOf(text.length)
  const found = candidates.map(({ word, documents }) => {
    const wrong = misspellingsOfBeginning(text, word, tolerance)
    return { form: singular(word), word, wrong, documents, isBeginning: false }
  })
  return best(found.filter(({ wrong }) => wrong <= tolerance)).map(asAtom)
}

function best(corrections: readonly Correction[]): Correction[] {
  const ranked = corrections.toSorted(
    (a, b) => a.wrong - b.wrong || b.documents - a.documents || (a.word < b.word ? -1 : 1),
  )
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
