import type { Expression } from '../../query/expression.ts'
import { quoted } from '../document.ts'

/** Writes a condition as a tsquery. */
export function tsquery(expression: Expression): string {
  if ('word' in expression) return `${quoted(expression.word)}${expression.isBeginning ? ':*' : ''}`
  const [parts, joint] = 'all' in expression ? [expression.all, ' & '] : [expression.any, ' | ']
  return `(${[...new Set(parts.map(tsquery))].join(joint)})`
}

/** The same for a condition that a search may lack. */
export function optionalTsquery(expression: Expression | undefined): string | null {
  return expression === undefined ? null : tsquery(expression)
}
