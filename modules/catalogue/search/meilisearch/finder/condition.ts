import type { Expression } from '../../query/expression.ts'
import { quotedValue } from '../reading.ts'

/** Which words of a document are meant: all, or those of title, names and category. */
export type Column = 'words' | 'heads'

/** Writes a condition on the words of a document as a filter expression. */
export function conditionOn(column: Column, expression: Expression): string {
  if ('word' in expression) {
    const { word, isBeginning } = expression
    return `${column} ${isBeginning ? 'STARTS WITH' : '='} ${quotedValue(word)}`
  }
  const [parts, joint] = 'all' in expression ? [expression.all, ' AND '] : [expression.any, ' OR ']
  return parts.length === 0
    ? 'id NOT EXISTS'
    : `(${[...new Set(parts.map((part) => conditionOn(column, part)))].join(joint)})`
}
