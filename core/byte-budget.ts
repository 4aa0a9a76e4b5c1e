/**
 * How many bytes of events, rows and documents the parts of a process hold at a time. Everything that
 * gathers them is bounded by one of these, besides its bound in numbers; one event, row or document that is larger by
 * itself still passes alone. What is written as JSON takes about two to three times its bytes while it is parsed or sent.
 */
export const byteBudget = {
  /** Events of one page of the log, as stored. A page of 2,000 usual events stays below it. */
  page: 2_000_000,
  /** Pages that were read and are kept for other followers, in each of the two places that keep them. */
  keptPages: 4_000_000,
  /** Rows, or documents, that one page touches and that are loaded to be folded on. */
  loaded: 4_000_000,
  /** Rows that are put off until a later page; as many again are kept to be looked at. */
  putOff: 24_000_000,
  /** Rows or documents that are written, or compared, by one statement or one call. */
  statement: 2_000_000,
} as const

/**
 * Documents that are fetched from an index at once, and rows that are fetched from a read table without a look at their
 * size before: an index tells no sizes, and each of these has at most a few hundred kB.
 */
export const fetchedUnweighed = 32

/** The most memory that a JSON value takes for its texts, in bytes, with some for each value: cheap, not exact. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let sum = 16
  for (const member of members) sum += 8 + weigh(member)
  return sum
}

/** Splits `all` into parts, in order, of at most `most` values and `bytes` by `weight`; each part has one at least. */
export function* partsOf<T>(
  all: Iterable<T>,
  { most, bytes, weight = weigh }: { most: number; bytes: number; weight?: (value: T) => number },
): Generator<T[]> {
  let part: T[] = []
  let sum = 0
  for (const value of all) {
    const own = weight(value)
    if (part.length > 0 && (part.length === most || sum + own > bytes)) {
      yield part
      part = []
      sum = 0
    }
    part.push(value)
    sum += own
  }
  if (part.length > 0) yield part
}

/** Fetches what cannot be weighed before, a few at a time. */
export async function inParts<Id, T>(ids: readonly Id[], fetch: (ids: readonly Id[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (const some of partsOf(ids, { most: fetchedUnweighed, bytes: Infinity })) found.push(...(await fetch(some)))
  return found
}

/** What one page touches is more than may be loaded at once: the page has to be taken in parts. */
export class TooMuchAtOnce extends Error {
  override readonly name = 'TooMuchAtOnce'

  constructor() {
    super('the rows that a page touches are more than may be loaded at once')
  }
}
