import { Type, type TUnsafe } from 'typebox'

export type Direction = 'asc' | 'desc'

/** The order of a list by one of its columns, such as `total-desc`. */
export type Sort<Column extends string> = `${Column}-${Direction}`

/** The query field `sort` of a list, which offers each of these columns in both directions. */
export function SortBy<const Column extends string>(
  columns: readonly Column[],
  standard: Sort<NoInfer<Column>>,
): TUnsafe<Sort<Column>> {
  const sorts = columns.flatMap((column) => [Type.Literal(`${column}-asc`), Type.Literal(`${column}-desc`)])
  return Type.Unsafe<Sort<Column>>(
    Type.Union(sorts, { default: standard, description: 'The column, and ascending or descending' }),
  )
}

/** The column and the direction of an order. */
export function sortParts<Column extends string>(sort: Sort<Column>): [column: Column, direction: Direction]
export function sortParts(sort: string): [column: string, direction: Direction] {
  const at = sort.lastIndexOf('-')
  return [sort.slice(0, at), sort.endsWith('-asc') ? 'asc' : 'desc']
}
