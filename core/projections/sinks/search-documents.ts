import { byteBudget, fetchedUnweighed, partsOf, TooMuchAtOnce, weigh } from '../../async/byte-budget.ts'
import type { IndexDocument, SearchGeneration } from '../../search-index/search-index.ts'

type Rows = ReadonlyMap<string, IndexDocument | undefined>

/** @throws TooMuchAtOnce where there are many that weigh more than `most` */
export async function documentsOf(
  generation: SearchGeneration,
  ids: readonly string[],
  most: number,
): Promise<IndexDocument[]> {
  // During an import or a replay most documents do not exist yet: one call for all ids avoids many reads.
  const existing = ids.length > fetchedUnweighed ? await generation.existing(ids) : ids
  const documents: IndexDocument[] = []
  let bytes = 0
  for (const some of partsOf(existing, { most: fetchedUnweighed, bytes: Infinity })) {
    if (bytes > most) throw new TooMuchAtOnce()
    const found = await generation.get(some)
    for (const document of found) bytes += weigh(document)
    documents.push(...found)
  }
  return documents
}

/** Puts documents, and removes the ids whose row is `undefined`; resolves when searches see the changes. */
export async function writeDocuments(generation: SearchGeneration, rows: Rows): Promise<void> {
  for (const change of changesOf(generation, rows)) await change()
}

/**
 * Like `writeDocuments`, but sends a change without waiting for the previous one if the index applies changes in order.
 */
export async function sendDocuments(generation: SearchGeneration, rows: Rows): Promise<void> {
  if (generation.mostInFlight === 0) return writeDocuments(generation, rows)
  const outcomes = await Promise.allSettled(changesOf(generation, rows).map((change) => change()))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

function changesOf(generation: SearchGeneration, rows: Rows): (() => Promise<void>)[] {
  const kept = [...rows.values()].filter((document) => document !== undefined)
  const gone = [...rows].filter(([, document]) => document === undefined).map(([id]) => id)
  const puts = Array.from(
    partsOf(kept, { most: Infinity, bytes: byteBudget.statement }),
    (some) => () => generation.put(some),
  )
  return gone.length > 0 ? [...puts, () => generation.remove(gone)] : puts
}
