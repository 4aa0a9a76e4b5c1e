import type { EventLogRow } from '../events/tables.ts'
import type { AuditEvent } from '../schema.ts'
import type { Located, Value } from './field.ts'
import type { Comparison, Operator, Predicate } from './syntax.ts'

/** Whether an event satisfies the predicate. */
function satisfies(predicate: Predicate, located: Located): boolean {
  switch (predicate.kind) {
    case 'comparison':
      return holds(predicate, located)
    case 'not':
      return !satisfies(predicate.inner, located)
    case 'and':
      return predicate.parts.every((part) => satisfies(part, located))
    case 'or':
      return predicate.parts.some((part) => satisfies(part, located))
  }
}

/** Of the events that these rows locate, those that satisfy the predicate. */
export function satisfying(
  predicate: Predicate,
  rows: readonly EventLogRow[],
  events: readonly AuditEvent[],
): AuditEvent[] {
  const byId = new Map(rows.map((row) => [row.event_id, row]))
  return events.filter((event) => {
    const row = byId.get(event.id)
    return row !== undefined && satisfies(predicate, { row, event })
  })
}

/** `!=` is the opposite of `=`: it also holds where the field is absent. */
function holds({ field, operator, values }: Comparison, located: Located): boolean {
  const present = field.valuesIn(located)
  const matches = (other: Operator) => present.some((one) => values.some((value) => compares(one, other, value)))
  return operator === '!=' ? !matches('=') : matches(operator)
}

/** Values of different types are neither equal nor ordered. */
function compares(a: Value, operator: Operator, b: Value): boolean {
  if (typeof a !== typeof b) return false
  switch (operator) {
    case '=':
      return a === b
    case '!=':
      return a !== b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
  }
}
