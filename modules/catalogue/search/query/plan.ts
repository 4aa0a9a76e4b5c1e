import type { Found } from '../text/highlight.ts'
import { allOf, anyOf, segmentExpression, type Expression } from './expression.ts'
import type { Interpretation } from './interpret.ts'
import { codeExpression, collectionExpression, preferredExpression } from './preferences.ts'
import type { Alternative, Segment } from './segments.ts'

/** The conditions of a search, without anything of an engine. */
export type Plan = {
  /** Finds documents that have every segment, or whose code or collection the query is. */
  all: Expression | undefined
  /** What is looked for: a good result has it in its title, names or category. Undefined if the query is one segment. */
  noun: Expression | undefined
  /** Each segment that occurs somewhere, with its importance, for when no good document has all. */
  each: readonly WeightedExpression[]
  /** Finds the documents whose code the query is. */
  code: Expression | undefined
  /** Finds the documents with a value that is asked for, or with a part of the query as their code. */
  preferred: Expression | undefined
  /** The words that count for the rank: surely meant, or likely. */
  exact: Expression | undefined
  loose: Expression | undefined
  found: Found
}

export type WeightedExpression = { expression: Expression; weight: number }

const nounWeight = 1.5

export function planOf({ query, segments }: Interpretation): Plan {
  const needed = neededOf(segments)
  const code = codeExpression(query)
  const noun = needed.length > 1 ? needed.find(({ isNoun }) => isNoun) : undefined
  return {
    all: eitherOf([conjunctionOf(needed), code, collectionExpression(query)]),
    noun: noun && segmentExpression(noun, isLikely),
    each: needed.flatMap((segment) => {
      const expression = segmentExpression(segment)
      return expression === undefined ? [] : [{ expression, weight: segment.isNoun ? nounWeight : 1 }]
    }),
    code,
    preferred: preferredExpression(query),
    exact: eitherOf(segments.map((segment) => segmentExpression(segment, isExact))),
    loose: eitherOf(segments.map((segment) => segmentExpression(segment, (one) => isLikely(one) && !isExact(one)))),
    found: foundBy(segments),
  }
}

/** Documents need not have the words that only say that a device is meant, unless the query has no others. */
export function neededOf(segments: readonly Segment[]): readonly Segment[] {
  const telling = segments.filter(({ isDeviceNoun }) => !isDeviceNoun)
  return telling.length > 0 ? telling : segments
}

function isLikely({ source }: Alternative): boolean {
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

/** The words and prefixes to highlight. */
function foundBy(segments: readonly Segment[]): Found {
  const atoms = segments.flatMap(({ alternatives }) =>
    alternatives.filter(isLikely).flatMap(({ slots }) => slots.flat()),
  )
  const begun = atoms.filter(({ isBeginning }) => isBeginning)
  return {
    words: new Set(atoms.flatMap(({ words, isBeginning }) => (isBeginning ? words.slice(0, -1) : words))),
    beginnings: [...new Set(begun.flatMap(({ words }) => words.slice(-1)))],
  }
}
