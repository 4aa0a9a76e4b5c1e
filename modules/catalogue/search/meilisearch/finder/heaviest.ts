import type { WeightedExpression } from '../../query/plan.ts'
import { conditionOn, type Column } from './condition.ts'
import type { Reading } from '../reading.ts'

/** A segment that only the description has counts this much of one that title, names or category have. */
const worthInDescription = 0.4

/** More segments would need too many queries: all combinations of how documents have them. */
const maxSegments = 5

const batch = 40

type Combination = { conditions: readonly string[]; weight: number }

/**
 * Finds the documents with the most important segments. Meilisearch cannot add weights up, so the combinations of
 * segments are tried, the heaviest first, until one occurs.
 */
export async function heaviestOf(
  read: Reading,
  segments: readonly WeightedExpression[],
  column: Column,
): Promise<string | undefined> {
  const tried = heavyCombinations(segments, column)
  for (let from = 0; from < tried.length; from += batch) {
    const some = tried.slice(from, from + batch)
    const answers = await read.search(
      some.map(({ conditions }) => ({ filter: [...conditions], attributesToRetrieve: [], size: 0 })),
    )
    const first = some.find((_, index) => (answers[index]?.total ?? 0) > 0)
    if (first === undefined) continue
    const asHeavy = tried.filter(({ weight }) => Math.abs(weight - first.weight) < 0.001)
    return asHeavy.map(({ conditions }) => `(${conditions.join(' AND ')})`).join(' OR ')
  }
  return undefined
}

function heavyCombinations(segments: readonly WeightedExpression[], column: Column): Combination[] {
  const kept = segments.toSorted((a, b) => b.weight - a.weight).slice(0, maxSegments)
  let combinations: Combination[] = [{ conditions: [], weight: 0 }]
  for (const { expression, weight } of kept) {
    const ways: Combination[] = [
      { conditions: [], weight: 0 },
      { conditions: [conditionOn('heads', expression)], weight },
      ...(column === 'words'
        ? [{ conditions: [conditionOn('words', expression)], weight: weight * worthInDescription }]
        : []),
    ]
    combinations = combinations.flatMap((one) =>
      ways.map((way) => ({ conditions: [...one.conditions, ...way.conditions], weight: one.weight + way.weight })),
    )
  }
  return combinations.filter(({ conditions }) => conditions.length > 0).toSorted((a, b) => b.weight - a.weight)
}
