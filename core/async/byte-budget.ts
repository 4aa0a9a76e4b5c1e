/**
 * The most bytes of events, rows and documents that each part of a process holds at a time. Every buffer is bounded by
 * one of these as well as by a count; a single event, row or document above the bound still passes, alone. JSON takes
 * about two to three times its size in memory while it is parsed or sent.
 */
export const byteBudget = {
  /** Events of one page of the log, as stored. A page of 2,000 typical events stays below it. */
  page: 2_000_000,
  /** Pages of the log that are cached for other subscriptions. */
  cachedPages: 4_000_000,
  /** Rows or documents that one page touches, loaded to apply its events to them. */
  loaded: 4_000_000,
  /** Rows whose write is deferred to a later page; as many again are cached for reading. */
  deferredRows: 24_000_000,
  /** Rows or documents that one statement or one call writes or compares. */
  statement: 2_000_000,
} as const

/**
 * How many documents are fetched from an index at once, and how many rows from a read table whose sizes are not known.
 * An index does not report sizes; each of these is at most a few hundred kB.
 */
export const fetchedUnweighed = 32

/**
 * An estimate of the memory that a JSON value takes, in bytes: an upper bound for its texts, plus some for each value.
 * Called for every row that a build creates, so it allocates no lists of members and makes no calls for text members.
 */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (Array.isArray(value)) return weighList(value)
  return isObject(value) ? weighObject(value) : 8
}

/**
 * How much more `after` weighs than `before`. Of two objects, only the members that differ are weighed: this is called
 * for every row that a build changes, and most events change little of a row.
 */
export function weighChange(before: unknown, after: unknown): number {
  if (!isObject(before) || !isObject(after)) return weigh(after) - weigh(before)
  let sum = 0
  for (const name in after) {
    const [was, is] = [before[name], after[name]]
    if (was !== is) sum += weighMember(is) - weighMember(was)
  }
  for (const name in before) if (!(name in after)) sum -= weighMember(before[name])
  return sum
}

function weighList(values: readonly unknown[]): number {
  let sum = 16
  for (const value of values) sum += 8 + weigh(value)
  return sum
}

function weighObject(members: Readonly<Record<string, unknown>>): number {
  let sum = 16
  for (const name in members) sum += weighMember(members[name])
  return sum
}

/** A missing member weighs nothing. */
function weighMember(member: unknown): number {
  if (typeof member === 'string') return 24 + 2 * member.length
  return member === undefined ? 0 : 8 + weigh(member)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

type Bounds<T> = { most: number; bytes: number; weight?: (value: T) => number }

/** Splits `all`, in order, into parts of at most `most` values and `bytes` by `weight`, but at least one value each. */
export function* partsOf<T>(all: Iterable<T>, bounds: Bounds<T>): Generator<T[]> {
  const part = new FillingPart(bounds)
  for (const value of all) if (!part.fits(value)) yield part.startWith(value)
  if (part.values.length > 0) yield part.values
}

/** As `partsOf`, for an async iterable. */
export async function* partsArriving<T>(all: AsyncIterable<T>, bounds: Bounds<T>): AsyncGenerator<T[]> {
  const part = new FillingPart(bounds)
  for await (const value of all) if (!part.fits(value)) yield part.startWith(value)
  if (part.values.length > 0) yield part.values
}

class FillingPart<T> {
  readonly #bounds: Required<Bounds<T>>
  #bytes = 0
  values: T[] = []

  constructor({ weight = weigh, ...bounds }: Bounds<T>) {
    this.#bounds = { ...bounds, weight }
  }

  /** Adds the value, unless that would exceed the bounds. */
  fits(value: T): boolean {
    const { most, bytes, weight } = this.#bounds
    const sum = this.#bytes + weight(value)
    if (this.values.length > 0 && (this.values.length === most || sum > bytes)) return false
    this.values.push(value)
    this.#bytes = sum
    return true
  }

  /** Returns the values of the full part, and starts the next part with this one. */
  startWith(value: T): T[] {
    const full = this.values
    this.values = [value]
    this.#bytes = this.#bounds.weight(value)
    return full
  }
}

/** Fetches values whose size is not known in advance, a few at a time. */
export async function inParts<Id, T>(ids: readonly Id[], fetch: (ids: readonly Id[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (const some of partsOf(ids, { most: fetchedUnweighed, bytes: Infinity })) found.push(...(await fetch(some)))
  return found
}

/** A page touches more rows than may be loaded at once, so it must be processed in parts. */
export class TooMuchAtOnce extends Error {
  override readonly name = 'TooMuchAtOnce'

  constructor() {
    super('a page touches more rows than may be loaded at once')
  }
}
