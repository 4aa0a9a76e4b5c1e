import type { WeightedExpression } from '../../query/plan.ts'
import { tsquery } from './tsquery.ts'

/** The weight of a segment that only the description has, relative to one that the head has. */
const worthInDescription = 0.4

/** More pairs of segments to leave out are not tried before documents with any segment. */
const mostPairs = 15

/** Conditions with the least weight of documents that meet them, and the greatest weight of any other document. */
type Stage = { queries: string[]; weights: number[]; otherwise: number }

/**
 * The parameters of `mostMatched`: the stages in which the documents with the most important segments are looked for. The
 * first takes all segments, the next all but one, then all but two, and the last any one. A document meets at most one
 * condition of those before the last.
 */
export function mostParameters(each: readonly WeightedExpression[]): unknown[] {
  const segments = each.map(({ expression, weight }) => ({ query: tsquery(expression), weight }))
  const heaviest = segments.map(({ weight }) => weight).toSorted((a, b) => b - a)
  const weightOf = (count: number) => sumOf(heaviest.slice(0, Math.max(0, count)))
  const stage = (without: readonly (readonly number[])[], left: number): Stage => ({
    queries: without.map((places) =>
      segments.map(({ query }, place) => (places.includes(place) ? `!${query}` : query)).join(' & '),
    ),
    weights: without.map((places) => {
      return (
        worthInDescription * sumOf(segments.flatMap(({ weight }, place) => (places.includes(place) ? [] : [weight])))
      )
    }),
    otherwise: weightOf(segments.length - left - 1),
  })
  const one = segments.length > 1 ? segments.map((_, place) => [place]) : []
  const pairs = segments.length > 2 ? pairsBelow(segments.length) : []
  const two = pairs.length > mostPairs ? [] : pairs
  return [
    segments.map(({ query }) => query),
    segments.map(({ weight }) => weight),
    ...[stage([[]], 0), stage(one, 1), stage(two, two.length > 0 ? 2 : 1)].flatMap(
      ({ queries, weights, otherwise }) => [queries, weights, otherwise],
    ),
  ]
}

/** The number of those parameters. */
export const mostParameterCount = 11

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function pairsBelow(count: number): [number, number][] {
  return Array.from({ length: count }, (_, low) =>
    Array.from({ length: count - low - 1 }, (_high, offset): [number, number] => [low, low + offset + 1]),
  ).flat()
}

function heaviestOf(found: readonly string[]): string {
  return `greatest(${found.map((name) => `(select max(weight) from ${name})`).join(', ')}, 0)`
}

/**
 * The named query `hit`: documents with their weight, among them all that weigh most. A stage is left out if those before
 * it have found documents that weigh more than any other can. `count` is the number of segments. The sub-selects hide
 * the lists from the planner, which would plan the statement again for each.
 */
export function mostMatched(column: 'words' | 'head', { first, count }: { first: number; count: number }): string {
  const list = (place: number, type: string) => `(select $${first + place}::${type}[])`
  const segments = `unnest(${list(0, 'tsquery')}, ${list(1, 'float8')}) as t(query, weight)`
  const at = (place: number, type: string, index: number) => `(select ($${first + place}::${type}[])[${index + 1}])`
  const inHead = Array.from(
    { length: count },
    (_, index) => `case when d.head @@ ${at(0, 'tsquery', index)} then ${at(1, 'float8', index)} else 0 end`,
  ).join(' + ')
  const stage = (place: number, condition: string) => `
    select d.id, w.weight + ${1 - worthInDescription} * (${inHead}) as weight
    from unnest(${list(place, 'tsquery')}, ${list(place + 1, 'float8')}) as w(query, weight)
      join live.document d on d.${column} @@ w.query where ${condition}`
  const canFindMore = (found: readonly string[], place: number) =>
    `${heaviestOf(found)} < $${first + place}::float8 + 0.001`
  const before = ['whole', 'but_one', 'but_two']
  return `whole as materialized (${stage(2, 'true')}
  ), but_one as materialized (${stage(5, canFindMore(['whole'], 4))}
  ), but_two as materialized (${stage(8, canFindMore(['whole', 'but_one'], 7))}
  ), rest as (
    select ${canFindMore(before, 10)} as is_needed
  ), hit as materialized (
    ${before.map((name) => `select id, weight from ${name} where not (select is_needed from rest)`).join(' union all ')}
    union all
    (select d.id, sum(t.weight * case when d.head @@ t.query then 1 else ${worthInDescription} end)
     from ${segments} join live.document d on d.${column} @@ t.query
     where (select is_needed from rest) group by d.id)
  )`
}
