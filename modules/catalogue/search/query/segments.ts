import { isFiller } from '../text/fillers.ts'
import { singular } from '../text/singular.ts'
import { wordsOf } from '../text/words.ts'
import type { SynonymEntry } from '../words/synonym-entry.ts'
import { collectionKey } from './marks.ts'
import type { Span } from './spans.ts'
import { oneWord, type Atom, type Reading } from './term-reading.ts'
import type { Term } from './typed-query.ts'

/** One way to match a segment: each slot by one of its atoms. */
export type Alternative = {
  slots: readonly (readonly Atom[])[]
  /** How certainly it is what was meant. */
  weight: number
  /** `typed` as typed, `corrected` with typos, `meant` by a synonym, `unlikely` only if all else fails. */
  source: 'typed' | 'corrected' | 'meant' | 'unlikely'
}

/** A part of a query that means one thing, and the ways to match it, the likeliest first. */
export type Segment = {
  terms: readonly Term[]
  alternatives: readonly Alternative[]
  /** What is looked for, rather than what describes it. */
  isNoun: boolean
  /** Says only that a device is meant; documents need not have it. */
  isDeviceNoun: boolean
  /** Counts for the rank; documents need not have it. */
  isAlongside: boolean
}

/** `readings` are those of the terms of the span. */
export function segmentOf(span: Span, readings: readonly Reading[], noun: Term | undefined): Segment {
  const { terms, entries, role } = span
  return {
    terms,
    alternatives: [...typedAlternatives(span, readings), ...meanings(entries)],
    isNoun: role === 'description' || (noun !== undefined && terms.includes(noun) && role !== 'alongside'),
    isDeviceNoun: terms.every((term) => term.isDeviceNoun) && entries.length === 0,
    isAlongside: role === 'alongside',
  }
}

/** What a shopper types by these kinds is rarely in the catalogue, and where it is, it often means something else. */
const weightAsTyped: Readonly<Record<SynonymEntry['kind'], number>> = {
  synonym: 0.9,
  hyponym: 0.9,
  abbreviation: 0.8,
  spelling: 1,
  lay: 0.7,
  'brand-generic': 0.6,
}

function typedAlternatives({ entries, correction }: Span, readings: readonly Reading[]): Alternative[] {
  if (entries.length > 0) {
    const weight = Math.min(...entries.map(({ kind, language }) => (language === 'en' ? weightAsTyped[kind] : 0.6)))
    // A typo of a term of the trade may as well be one of a word of the index.
    const slots = readings.map(({ literal, near }) => (correction === undefined ? literal : [...literal, ...near]))
    const source = readings.every(({ literal }) => literal.length > 0) ? 'typed' : 'corrected'
    return slots.every((slot) => slot.length > 0) ? [{ slots, weight, source }] : []
  }
  return readings.flatMap(({ literal, near, far }) => [
    ...literal.map((atom): Alternative => ({ slots: [[atom]], weight: 1, source: 'typed' })),
    ...near.map((atom): Alternative => ({ slots: [[atom]], weight: 1, source: 'corrected' })),
    ...far.map((atom): Alternative => ({ slots: [[atom]], weight: 1, source: 'unlikely' })),
  ])
}

/** An earlier meaning of an entry is likelier than a later one. */
const lossByPlace = 0.03
const maxMeanings = 12

function meanings(entries: readonly SynonymEntry[]): Alternative[] {
  const placed = entries.flatMap(({ means }) => means.map((text, place) => ({ text, place })))
  const sorted = placed.toSorted((a, b) => a.place - b.place)
  const distinct = [...new Map(sorted.toReversed().map((meaning) => [meaning.text, meaning])).values()].toReversed()
  return distinct.slice(0, maxMeanings).flatMap(({ text, place }) => {
    const words = meantWords(text)
    if (words.length === 0) return []
    const common = { weight: 1 - lossByPlace * place, source: 'meant' } as const
    return [
      { ...common, slots: words.map((word) => [oneWord(word, 1)]) },
      { ...common, slots: [[oneWord(collectionKey(words), 1)]] },
    ]
  })
}

function meantWords(meaning: string): string[] {
  const words = wordsOf(meaning).map(({ text }) => singular(text))
  return [...new Set(words)].filter((word) => !isFiller(word))
}
