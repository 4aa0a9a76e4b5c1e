import { wholeKey } from '../text/codes.ts'
import { bandOf, sameWithin, unitsMeant, type Measure } from '../text/measures.ts'
import { hasDigit } from '../text/words.ts'
import { anyOf, type Expression } from './expression.ts'
import { bandKey, collectionKey, marks, measureKey, unitKey } from './marks.ts'
import type { TypedQuery } from './typed-query.ts'

const exactly = (word: string): Expression => ({ word, isBeginning: false })
const beginning = (word: string): Expression => ({ word, isBeginning: true })

const minBeginning = 3

/** Whether the beginning of a code says which one is meant: `vm1` does. */
export function isTelling(begun: string | undefined): begun is string {
  return begun !== undefined && begun.length >= minBeginning && /\D/.test(begun)
}

/** Finds documents by a query that is nothing but a code, which may be unfinished. */
export function codeExpression({ codes }: TypedQuery): Expression | undefined {
  if (codes.whole === undefined) return undefined
  const inTitle = hasDigit(codes.whole) ? [exactly(marks.titleCode + codes.whole)] : []
  const begun = isTelling(codes.beginning) ? [beginning(marks.code + codes.beginning)] : []
  return anyOf([exactly(marks.code + codes.whole), ...inTitle, ...begun])
}

/** Finds documents by their id, SKU or model number. */
export function codesExpression(codes: readonly string[]): Expression | undefined {
  const keys = new Set(codes.map(wholeKey).filter((key) => key !== undefined))
  return keys.size === 0 ? undefined : anyOf(Array.from(keys, (key) => exactly(marks.code + key)))
}

/** Finds the products of the collection whose name the query is. */
export function collectionExpression({ terms }: TypedQuery): Expression {
  return exactly(collectionKey(terms.map(({ text }) => text)))
}

/** Finds the documents with one of the values that a query asks for, or with a part of it as their code. */
export function preferredExpression({ measures, codes }: TypedQuery): Expression | undefined {
  const parts = [
    ...measures.flatMap(measureExpressions),
    ...codes.parts.flatMap((key) => [exactly(marks.code + key), exactly(marks.titleCode + key)]),
  ]
  return parts.length === 0 ? undefined : anyOf(parts)
}

/** Finds the documents with any value of the units of a query. */
export function unitsExpression({ measures }: TypedQuery): Expression {
  return anyOf(measures.flatMap(({ unit }) => unitsMeant(unit).map((of) => beginning(unitKey(of)))))
}

/** Finds the documents with a value at most so many bands away from one that a query asks for. */
export function nearExpression({ measures }: TypedQuery, bands: number): Expression {
  const keys = measures.flatMap(({ unit, low, high }) =>
    [low, high].flatMap((value) => unitsMeant(unit).flatMap((of) => keysNear(of, bandOf(value), bands))),
  )
  return anyOf(Array.from(new Set(keys), exactly))
}

function keysNear(unit: string, band: number | undefined, bands: number): string[] {
  if (band === undefined) return []
  return Array.from({ length: 2 * bands + 1 }, (_, place) => bandKey(unit, band - bands + place))
}

/** 12 inches are sold as 12.1, and litres are asked for where a flow in litres per minute is meant. */
function measureExpressions({ unit, low, high }: Measure): Expression[] {
  return [...new Set([low, high])].flatMap((value) => unitsMeant(unit).flatMap((of) => valueExpressions(of, value)))
}

function valueExpressions(unit: string, value: number): Expression[] {
  const whole = Math.round(value)
  const isNearlyWhole = whole > 0 && Math.abs(whole - value) <= sameWithin * value
  return [
    ...Array.from(new Set(isNearlyWhole ? [value, whole] : [value]), (one) => exactly(measureKey(unit, one))),
    ...(isNearlyWhole ? [beginning(`${measureKey(unit, whole)}.`)] : []),
  ]
}
