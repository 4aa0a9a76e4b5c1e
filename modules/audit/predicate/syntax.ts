import { Rejection } from '#core/domain/errors.ts'
import type { Field, Value } from './field.ts'

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** A comparison holds if any of the field's values satisfies it; `in` is `=` with several values. */
export type Comparison = {
  kind: 'comparison'
  field: Field
  operator: Operator
  values: readonly Value[]
}

/** A predicate over events, its fields resolved. It is two-valued: a comparison with a field that is absent is false. */
export type Predicate =
  Comparison | { kind: 'not'; inner: Predicate } | { kind: 'and' | 'or'; parts: readonly Predicate[] }

/** Every comparison of a predicate, from left to right. */
export function comparisonsIn(predicate: Predicate): readonly Comparison[] {
  switch (predicate.kind) {
    case 'comparison':
      return [predicate]
    case 'not':
      return comparisonsIn(predicate.inner)
    case 'and':
    case 'or':
      return predicate.parts.flatMap(comparisonsIn)
  }
}

/** Refuses a predicate. `at` is the index of the mistake, which the message states as a column, counted from 1. */
export function mistake(at: number, message: string): Rejection {
  const detail = `Column ${at + 1} of the predicate: ${message}`
  return new Rejection('invalid', detail, { errors: [{ field: 'where', defaultMessage: detail }] })
}
