import type { WeightedExpression } from '../../query/plan.ts'
import { tsquery } from './tsquery.ts'

/** A segment that only the description has counts this much of one that the head has. */
const worthInDescription = 0.4

/** More pairs of segments to leave out are not tried before documents with any segment. */
const mostPairs = 15

/** Conditions with what documents that meet them weigh at least, and the most that any other document can weigh. */
type Stage = { queries: string[]; weights: number[]; otherwise: number }

/**
 * The parameters of `mostMatched`: the stages in which the documents with the most important segments are looked for.
 * The first takes all segments and all but one, the second all but two, and the last any one.
 */
export function mostParameters(each: readonly WeightedExpression[]): unknown[] {
  const segments = each.map(({ expression, weight }) => ({ query: tsquery(expression), weight }))
  const heaviest = segments.map(({ weight }) => weight).toSorted((a, b) => b - a)
  const weightOf = (count: number) => sumOf(heaviest.slice(0, Math.max(0, count)))
  const stage = (lists: readonly (typeof segments)[], left: number): Stage => ({
    queries: lists.map((list) => list.map(({ query }) => query).join(' & ')),
    weights: lists.map((list) => worthInDescription * sumOf(list.map(({ weight }) => weight))),
    otherwise: weightOf(segments.length - left - 1),
  })
  const without = (...places: number[]) => segments.filter((_, place) => !places.includes(place))
  const allButOne = segments.length > 1 ? segments.map((_, place) => without(place)) : []
  const pairs = segments.length > 2 ? pairsBelow(segments.length) : []
  const allButTwo = pairs.length > mostPairs ? [] : pairs.map((pair) => without(...pair))
  const first = stage([segments, ...allButOne], 1)
  const second = stage(allButTwo, allButTwo.length > 0 ? 2 : 1)
  return [
    segments.map(({ query }) => query),
    segments.map(({ weight }) => weight),
    ...[first, second].flatMap(({ queries, weights, otherwise }) => [queries, weights, otherwise]),
  ]
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function pairsBelow(count: number): [number, number][] {
  return Array.from({ length: count }, (_, low) =>
    Array.from({ length: count - low - 1 }, (_high, offset): [number, number] => [low, low + offset + 1]),
  ).flat()
}

/**
 * The named query `hit`: documents with their weight, among them all that weigh most. A stage is left out if an earlier
 * one has found documents that weigh more than any other can. The sub-selects hide the lists from the planner, which
 * would plan the statement again for each.
 */
export function mostMatched(column: 'words' | 'head', first: number): string {
  const list = (place: number, type: string) => `(select $${first + place}::${type}[])`
  const segments = `unnest(${list(0, 'tsquery')}, ${list(1, 'float8')}) as t(query, weight)`
  const inHead = `coalesce((select sum(t.weight) from ${segments} where d.head @@ t.query), 0)`
  const stage = (place: number) => `
    select d.id, w.weight + ${1 - worthInDescription} * ${inHead} as weight
    from unnest(${list(place, 'tsquery')}, ${list(place + 1, 'float8')}) as w(query, weight)
      join live.document d on d.${column} @@ w.query`
  const canFindMore = (found: string, place: number) =>
    `coalesce((select max(weight) from ${found}), 0) < $${first + place}::float8 + 0.001`
  return `most as materialized (${stage(2)}
  ), fewer as materialized (
    select * from most union all (${stage(5)} where ${canFindMore('most', 4)})
  ), hit as materialized (
    select id, max(weight) as weight from (
      select * from fewer
      union all
      (select d.id, sum(t.weight * case when d.head @@ t.query then 1 else ${worthInDescription} end)
       from ${segments} join live.document d on d.${column} @@ t.query
       where ${canFindMore('fewer', 7)} group by d.id)) as found
    group by id
  )`
}
