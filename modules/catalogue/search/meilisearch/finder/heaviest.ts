import type { WeightedExpression } from '../../query/plan.ts'
import { conditionOn, type Column } from './condition.ts'
import type { Reading } from '../reading.ts'

/** A segment that only the description has counts this much of one that title, names or category have. */
const worthInDescription = 0.4

/** Some segments are decided: `conditions` say how documents have them. `most` is the greatest weight they can have. */
type Partial = { decided: number; conditions: readonly string[]; weight: number; most: number }

/** The number of choices that are continued at a time, which is one call to Meilisearch. */
const batch = 12
/** Weights that differ by less are the same. */
const precision = 0.001
/** More ways are not tried: then the heaviest of those that were tried count. */
const maxTried = 3_000

/**
 * Finds the documents with the most important segments, as a filter. Meilisearch cannot add weights up, so the ways to
 * have some of the segments are tried, those that may weigh most first. What no document has is not continued.
 */
export async function heaviestOf(
  read: Reading,
  segments: readonly WeightedExpression[],
  column: Column,
): Promise<string | undefined> {
  const sorted = segments.toSorted((a, b) => b.weight - a.weight)
  let open: Partial[] = [{ decided: 0, conditions: [], weight: 0, most: sumOf(sorted) }]
  const heaviest: Partial[] = []
  for (let tried = 0; open.length > 0 && tried < maxTried; tried += 3 * batch) {
    const [best] = heaviest
    const promising = open.filter(({ most }) => best === undefined || most > best.weight - precision)
    const next = promising.slice(0, batch)
    const found = await existing(
      read,
      next.flatMap((one) => choicesAfter(one, sorted, column)),
    )
    heaviest.push(...found.filter(({ decided, weight }) => decided === sorted.length && weight > 0))
    heaviest.sort((a, b) => b.weight - a.weight)
    open = [...promising.slice(batch), ...found.filter(({ decided }) => decided < sorted.length)].toSorted(
      (a, b) => b.most - a.most || b.decided - a.decided,
    )
  }
  const [best] = heaviest
  const asHeavy = heaviest.filter(({ weight }) => best !== undefined && weight > best.weight - precision)
  if (asHeavy.length === 0) return undefined
  return `(${asHeavy.map(({ conditions }) => `(${conditions.join(' AND ')})`).join(' OR ')})`
}

function sumOf(segments: readonly WeightedExpression[]): number {
  return segments.reduce((sum, { weight }) => sum + weight, 0)
}

/** The next segment is in title, names or category, only in the description, or not at all. */
function choicesAfter(one: Partial, segments: readonly WeightedExpression[], column: Column): Partial[] {
  const segment = segments[one.decided]
  if (segment === undefined) return []
  const { expression, weight } = segment
  const choose = (conditions: readonly string[], worth: number): Partial => ({
    decided: one.decided + 1,
    conditions: [...one.conditions, ...conditions],
    weight: one.weight + worth * weight,
    most: one.most - (1 - worth) * weight,
  })
  return [
    choose([conditionOn('heads', expression)], 1),
    ...(column === 'words' ? [choose([conditionOn('words', expression)], worthInDescription)] : []),
    choose([], 0),
  ]
}

/** Those that some document meets; all have it that have no condition more than before. */
async function existing(read: Reading, choices: readonly Partial[]): Promise<Partial[]> {
  const results = await read.search(
    choices.map(({ conditions }) => ({ filter: [...conditions], attributesToRetrieve: [], size: 0 })),
  )
  return choices.filter((_, place) => (results[place]?.total ?? 0) > 0)
}
