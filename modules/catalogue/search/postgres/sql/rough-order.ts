import { windowSize } from '../../finder.ts'
import { tiers } from '../../query/tiers.ts'

/**
 * The rough order selects the documents that are ranked exactly. If all of them are, it is left out. Of more documents
 * than this, a cheaper tier selects those that are scored: it needs only sets of ids from the index, whereas a score
 * costs ten times as much as everything else that is done with a document.
 */
const mostScored = 400

/** The weights of label D (unused), category, brand or company, and title. */
const weights = `'{0, 0.3, 0.5, 1}'`

/** The numbers of the parameters with the tsqueries of a plan, any of which may be null. */
export type RankParameters = Record<'exact' | 'loose' | 'code' | 'preferred' | 'named' | 'all', number>

const tierConditions = [...new Set(tiers.flat())]

const tier = `case ${tiers
  .map((names, place) => `when ${names.map((name) => `"${name}"`).join(' and ')} then ${tiers.length - place}`)
  .join(' ')} else 0 end`

const areMoreThan = (documents: number) => `(select n from amount) > ${documents}`

/** Within a tier, documents that are not scored follow those that are. */
export const roughOrder = 'tier desc, score desc nulls last, created_at desc, id'

/** The named query that counts the documents of `matched`, once for all conditions on it. */
export const amount = 'amount as materialized (select count(*)::int as n from matched)'

/**
 * The named queries `best`, at most as many as the parameter `most` says, and `ordered`, from which pages beyond them are
 * taken by `roughOrder`. `condition` is that of the filters; `offset` keeps the planner from looking up the sets of
 * ids once for each tier.
 */
export function roughlyOrdered(numbers: RankParameters, condition: string, most: string): string {
  const among = (name: keyof RankParameters) =>
    `m.id in (select id from live.document where head @@ $${numbers[name]}::tsquery) as "${name}"`
  const columns = 'id, created_at, price_paise, tableoid, xmin, place'
  return `placed as materialized (
      select ${columns}, ${tier} as tier
      from (
        select ${columns.replaceAll(/\w+/g, 'm.$&')}, ${tierConditions.map(among).join(', ')}
        from (select * from matched where ${areMoreThan(windowSize)} and ${condition}) as m offset 0
      ) as m
    ), candidate as materialized (
      select * from placed order by tier desc, created_at desc, id limit ${mostScored}
    ), scored as materialized (
      select c.*, ${found(numbers.exact)} + ${found(numbers.loose)} / 3 as score
      from candidate c join live.document d on d.ctid = c.place
    ), best as materialized (
      (select id, created_at, tableoid, xmin from matched where not ${areMoreThan(windowSize)} and ${condition} limit ${most})
      union all
      (select id, created_at, tableoid, xmin from scored order by ${roughOrder} limit ${most})
    ), ordered as (
      select * from scored
      union all
      select *, null from placed where id not in (select id from candidate))`
}

/**
 * An exact word counts by its field, a loose one a third of that; titles with few other words come first.
 * `ts_rank` divides by the number of words in the query, which this reverses.
 */
function found(parameter: number): string {
  const query = `$${parameter}::tsquery`
  return `coalesce(ts_rank(${weights}, d.head, ${query}, 1) * (numnode(${query}) + 1) / 2, 0)`
}
