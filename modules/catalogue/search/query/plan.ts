import { isQualifier } from '../text/fillers.ts'
import type { Found } from '../text/highlight.ts'
import { allOf, anyOf, segmentExpression, type Expression } from './expression.ts'
import type { Interpretation } from './interpret.ts'
import { isMarked, marks } from './marks.ts'
import {
  codeExpression,
  collectionExpression,
  nearExpression,
  preferredExpression,
  unitsExpression,
} from './preferences.ts'
import type { Alternative, Segment } from './segments.ts'
import type { Atom } from './term-reading.ts'
import type { TypedQuery } from './typed-query.ts'

/** The conditions of a search, without anything of an engine. */
export type Plan = Order & {
  /** Finds documents that have every segment, or whose code or collection the query is, or a value of its unit. */
  all: Expression | undefined
  /** What is looked for: a good result has it in its title, names, category or kind. Undefined if the query is one segment. */
  noun: Expression | undefined
  /** Each segment that occurs somewhere, with its importance, for when no good document has all. */
  each: readonly WeightedExpression[]
  found: Found
}

/** Which of the documents that were found are ranked, if they are many. */
type Order = {
  /** Finds the documents whose code the query is. */
  code: Expression | undefined
  /** Finds the documents with a value that is asked for, or with a part of the query as their code. */
  preferred: Expression | undefined
  /**
   * The words that count for the rank: certainly meant (`exact`), or probably (`loose`). Of values alone, values that are
   * not far away.
   */
  exact: Expression | undefined
  loose: Expression | undefined
  /** Finds documents that are named by a noun of the query. Of values alone, near values. */
  named: Expression | undefined
}

export type WeightedExpression = { expression: Expression; weight: number }

const weights = { noun: 1.5, other: 1, qualifier: 0.5 }

export function planOf({ query, segments }: Interpretation): Plan {
  const needed = neededOf(segments)
  const nounPlace = needed.findIndex(({ isNoun }) => isNoun)
  const order = orderOf({ query, segments, needed })
  const { code } = order
  const valued = query.isOnlyMeasures ? unitsExpression(query) : undefined
  const noun = needed.length > 1 && !query.isOnlyMeasures ? needed.find(({ isNoun }) => isNoun) : undefined
  return {
    all: eitherOf([
      conjunctionOf(needed.filter(({ isAlongside }) => !isAlongside)),
      valued,
      code,
      collectionExpression(query),
    ]),
    noun: noun && eitherOf([segmentExpression(noun, isLikely), collectionExpression(query)]),
    each: isNumberOfSomethingElse(needed)
      ? []
      : needed.flatMap((segment, place) => weighted(segment, place > nounPlace, isPart(segment, query))),
    ...order,
    found: foundBy(segments),
  }
}

type Read = { query: TypedQuery; segments: readonly Segment[]; needed: readonly Segment[] }

function orderOf({ query, segments, needed }: Read): Order {
  const common = { code: codeExpression(query), preferred: preferredExpression(query) }
  if (query.isOnlyMeasures)
    return { ...common, named: nearExpression(query, 1), exact: nearExpression(query, 3), loose: undefined }
  return {
    ...common,
    exact: eitherOf(segments.map((segment) => segmentExpression(segment, isExact))),
    loose: eitherOf(segments.map((segment) => segmentExpression(segment, (one) => isLikely(one) && !isExact(one)))),
    named: namedExpression(needed),
  }
}

function weighted(segment: Segment, isAfterNoun: boolean, isOfNoun: boolean): WeightedExpression[] {
  const expression = segmentExpression(segment)
  const role = isOfNoun || segment.isAlongside ? 'qualifier' : roleOf(segment, isAfterNoun)
  return expression === undefined ? [] : [{ expression, weight: weights[role] }]
}

const joint = /\b(?:with|without|having)\b/iu

/** An oxygen cylinder with wheels is rather a cylinder than something else with wheels. */
function isPart({ terms, isNoun }: Segment, { text }: TypedQuery): boolean {
  const from = joint.exec(text)?.index ?? Infinity
  return !isNoun && terms.every(({ start }) => start > from)
}

/** The 9999 of `ZZ-9999` means nothing if no document has the rest. */
function isNumberOfSomethingElse(segments: readonly Segment[]): boolean {
  const known = segments.filter(({ alternatives }) => alternatives.length > 0)
  return known.length < segments.length && known.every(({ terms }) => terms.every(({ text }) => /^[\d.]+$/.test(text)))
}

/** A qualifier weighs less after the noun than before it: `suction machine electric`, but `neonatal monitor`. */
function roleOf({ isNoun, terms }: Segment, isAfterNoun: boolean): keyof typeof weights {
  if (isNoun) return 'noun'
  return isAfterNoun && terms.every(({ text }) => isQualifier(text)) ? 'qualifier' : 'other'
}

/** Documents need not have the words that only say that a device is meant, unless the query has no others. */
export function neededOf(segments: readonly Segment[]): readonly Segment[] {
  const telling = segments.filter(({ isDeviceNoun }) => !isDeviceNoun)
  return telling.length > 0 ? telling : segments
}

export function isLikely({ source }: Alternative): boolean {
  return source !== 'unlikely'
}

function isExact({ source, slots }: Alternative): boolean {
  const isWhole = slots.every((atoms) => atoms.every(({ isBeginning }) => !isBeginning))
  return source === 'meant' || (source === 'typed' && isWhole)
}

function conjunctionOf(segments: readonly Segment[]): Expression | undefined {
  const parts = segments.map((segment) => segmentExpression(segment, isLikely))
  const known = parts.filter((part) => part !== undefined)
  return known.length === 0 || known.length < parts.length ? undefined : allOf(known)
}

function eitherOf(parts: readonly (Expression | undefined)[]): Expression | undefined {
  const known = parts.filter((part) => part !== undefined)
  return known.length === 0 ? undefined : anyOf(known)
}

function namedExpression(segments: readonly Segment[]): Expression | undefined {
  const atoms = likelyAtoms(segments)
  const nouns = atoms.flatMap(({ words, isBeginning }) =>
    words
      .filter((word) => !isMarked(word))
      .map((word, place) => ({ word: marks.noun + word, isBeginning: isBeginning && place === words.length - 1 })),
  )
  return nouns.length === 0 ? undefined : anyOf(nouns)
}

function likelyAtoms(segments: readonly Segment[]): Atom[] {
  return segments.flatMap(({ alternatives }) => alternatives.filter(isLikely).flatMap(({ slots }) => slots.flat()))
}

/** The words and prefixes to highlight. */
function foundBy(segments: readonly Segment[]): Found {
  const atoms = likelyAtoms(segments)
  const begun = atoms.filter(({ isBeginning }) => isBeginning)
  return {
    words: new Set(atoms.flatMap(({ words, isBeginning }) => (isBeginning ? words.slice(0, -1) : words))),
    beginnings: [...new Set(begun.flatMap(({ words }) => words.slice(-1)))],
  }
}
