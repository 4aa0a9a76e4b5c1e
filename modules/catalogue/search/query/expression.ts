import type { Atom } from './term-reading.ts'
import type { Alternative, Segment } from './segments.ts'

/** A condition on the words of a document, which each engine writes in its own language. */
export type Expression =
  { word: string; isBeginning: boolean } | { all: readonly Expression[] } | { any: readonly Expression[] }

export function allOf(parts: readonly Expression[]): Expression {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { all: parts }
}

export function anyOf(parts: readonly Expression[]): Expression {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { any: parts }
}

/** Finds what matches a segment in one of the given ways; undefined if there is none. */
export function segmentExpression(
  { alternatives }: Segment,
  isTaken: (alternative: Alternative) => boolean = () => true,
): Expression | undefined {
  const taken = alternatives.filter(isTaken)
  return taken.length === 0 ? undefined : anyOf(taken.map(alternativeExpression))
}

function alternativeExpression({ slots }: Alternative): Expression {
  return allOf(slots.map((atoms) => anyOf(atoms.map(atomExpression))))
}

function atomExpression({ words, isBeginning }: Atom): Expression {
  const last = words.length - 1
  return allOf(words.map((word, index) => ({ word, isBeginning: isBeginning && index === last })))
}
