import { mostMatched, mostParameterCount } from './most.ts'

/**
 * Finds the documents that match a text: the SQL of the named query `matched`, the column that it searches, and its
 * parameters, `count` of them from number `first` on.
 */
export type Matched = { count: number; sql(column: 'words' | 'head', first: number): string }

const columns =
  'd.id, d.shelf, d.category_id, d.brand_id, d.company_id, d.price_paise, d.created_at, d.tableoid, d.xmin, d.ctid as place'

/** The documents that meet the condition of a plan for all segments, its only parameter. */
export const withAll: Matched = {
  count: 1,
  sql: (column, first) => `matched as materialized (
    select ${columns} from live.document d where d.${column} @@ $${first}::tsquery ${limit(column)})`,
}

/** For when no good document has every one of some segments: the documents with the most important ones. */
export function withMost(segments: number): Matched {
  return {
    count: mostParameterCount,
    sql: (column, first) => `${mostMatched(column, { first, count: segments })}, matched as materialized (
    select ${columns} from hit join live.document d on d.id = hit.id
    where hit.weight > (select max(weight) from hit) - 0.001 ${limit(column)})`,
  }
}

/** The number of suggested products that are ranked. A prefix of many words matches more; any of them will do. */
const maxSuggested = 1_000

function limit(column: 'words' | 'head'): string {
  return column === 'head' ? `limit ${maxSuggested}` : ''
}
