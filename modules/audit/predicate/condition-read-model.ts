import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { EventFilter } from '../events/tables.ts'
import { comparisonsIn, type Comparison, type Predicate } from './syntax.ts'

/** Whether the list of all events holds every field of the predicate, so that SQL alone can evaluate it. */
export function isInColumns(predicate: Predicate): boolean {
  return comparisonsIn(predicate).every(({ field }) => field.column !== undefined)
}

/**
 * A condition on the list of all events that every match satisfies: the predicate itself if `isInColumns`, otherwise
 * the part of it that does not depend on fields outside the list. Undefined if there is no such part.
 */
export function conditionOf(predicate: Predicate, isNegated = false): RawBuilder<SqlBool> | undefined {
  switch (predicate.kind) {
    case 'comparison':
      return comparisonSql(predicate, isNegated)
    case 'not':
      return conditionOf(predicate.inner, !isNegated)
    case 'and':
    case 'or': {
      const parts = predicate.parts.map((part) => conditionOf(part, isNegated))
      const known = parts.filter((part) => part !== undefined)
      // By De Morgan's laws, a negation exchanges the two.
      const isAnd = (predicate.kind === 'and') !== isNegated
      if (known.length === 0 || (!isAnd && known.length < parts.length)) return undefined
      return sql<SqlBool>`(${sql.join(known, isAnd ? sql` and ` : sql` or `)})`
    }
  }
}

/** No column is null, so `not` in SQL means the same as in the predicate. */
function comparisonSql({ field, operator, values }: Comparison, isNegated: boolean): RawBuilder<SqlBool> | undefined {
  if (field.column === undefined) return undefined
  const column = sql.ref(field.column)
  // Otherwise a number beyond the type of the column would be an error instead of a value that no event has.
  const list = values.map((value) => (typeof value === 'number' ? sql`${value}::bigint` : sql`${value}`))
  const condition =
    operator === '='
      ? sql<SqlBool>`${column} in (${sql.join(list)})`
      : sql<SqlBool>`${column} ${sql.raw(operator === '!=' ? '<>' : operator)} ${list[0]}`
  return isNegated ? sql<SqlBool>`not (${condition})` : condition
}

const marks: Readonly<Record<string, keyof EventFilter>> = {
  stream: 'stream',
  category: 'category',
  type: 'type',
  by: 'by',
  'by.id': 'by',
  correlationId: 'correlationId',
}

/** The filters that every match satisfies. Unlike a condition, they have indexes and counts. */
export function filterOf(predicate: Predicate): EventFilter {
  const required = predicate.kind === 'and' ? predicate.parts : [predicate]
  const filter: EventFilter = {}
  for (const part of required) {
    if (part.kind !== 'comparison' || part.values.length !== 1) continue
    const name = filterNameOf(part)
    if (name !== undefined) filter[name] ??= String(part.values[0])
  }
  return filter
}

function filterNameOf({ field, operator }: Comparison): keyof EventFilter | undefined {
  if (operator === '=') return marks[field.name]
  if (field.name !== 'at') return undefined
  if (operator === '>' || operator === '>=') return 'from'
  return operator === '!=' ? undefined : 'to'
}
