import type { Candidate } from '../../filter/members.ts'
import type { SearchDocument } from '../../product-search-index.ts'
import type { Plan } from '../../query/plan.ts'
import { tiers } from '../../query/tiers.ts'
import { windowSize } from '../../finder.ts'
import { documentFromHit } from '../document.ts'
import { quotedValue, type IndexQuery, type Reading } from '../reading.ts'
import { conditionOn } from './condition.ts'
import { candidateFromHit } from './members.ts'

export const newestFirst = ['createdAt:desc', 'id:asc']
/** What the rank depends on. */
export const ranked = ['id', 'createdAt', 'profile']

/** The tiers of a plan as filters, the best first. A document may meet those of several. */
export function tiersOf(plan: Plan): string[] {
  return tiers.flatMap((names) => {
    const conditions = names.map((name) => plan[name]).filter((condition) => condition !== undefined)
    return conditions.length < names.length ? [] : [conditions.map((one) => conditionOn('heads', one)).join(' AND ')]
  })
}

/** The documents that the text matches and the filters pass, with the filters of the tiers. */
type Tiered = { filter: readonly string[]; best: readonly string[] }

/** The documents of the best tiers, and the newest of the last one, as many as are ranked. */
export async function bestCandidates(read: Reading, { filter, best }: Tiered): Promise<Candidate[]> {
  const query = { sort: newestFirst, attributesToRetrieve: ['key'], size: windowSize }
  const results = await read.search([
    ...best.map((tier) => ({ ...query, filter: [...filter, tier] })),
    { ...query, filter: [...filter] },
  ])
  const keys = new Set(results.flatMap(({ hits }) => hits.map(({ key }) => String(key))))
  const wanted = [...keys].slice(0, windowSize).map(quotedValue)
  const [found] = await read.search([
    { filter: [`key IN [${wanted.join(', ')}]`], attributesToRetrieve: ranked, size: windowSize },
  ])
  return (found?.hits ?? []).map(candidateFromHit)
}

/** The documents from one place to another in the order of the tiers, the newest of each first. */
export async function documentsBetween(
  read: Reading,
  { filter, best }: Tiered,
  { from, to }: { from: number; to: number },
): Promise<SearchDocument[]> {
  const only = [...best, undefined].map((tier, place) => exactly(filter, tier, best.slice(0, place)))
  const counts = await read.search(only.map((one) => ({ filter: one, attributesToRetrieve: [], size: 0 })))
  const totals = counts.map(({ total }) => total)
  const queries = only.flatMap((one, place): IndexQuery[] => {
    const begin = sumOf(totals.slice(0, place))
    const end = Math.min(to, begin + (totals[place] ?? 0))
    return end > from && end > begin ? [{ ...newestSources, filter: one, size: end - begin }] : []
  })
  if (queries.length === 0) return []
  const results = await read.search(queries)
  const hits = results.flatMap((result) => result.hits)
  const reached = Math.min(to, sumOf(totals))
  return hits.slice(hits.length - (reached - from)).map(documentFromHit)
}

const newestSources = { sort: newestFirst, attributesToRetrieve: ['source'] }

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** The documents of a tier, without those of better ones; of no tier if `tier` is undefined. */
function exactly(filter: readonly string[], tier: string | undefined, better: readonly string[]): string[] {
  const others = better.length === 0 ? [] : [`NOT (${better.map((one) => `(${one})`).join(' OR ')})`]
  return [...filter, ...(tier === undefined ? [] : [tier]), ...others]
}
