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

/**
 * The most memory that a JSON value takes for its texts, in bytes, with some for each value: cheap, not exact. It is called for
 * every row that a rebuild creates, so it makes no lists of members, and no calls for those that are texts.
 */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (Array.isArray(value)) return weighList(value)
  return isObject(value) ? weighObject(value) : 8
}

/**
 * How much more `after` weighs than `before`: of two objects, only the members that are not the same value are weighed. It
 * is called for every row that a rebuild changes, and most events change little of a row.
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

/** A member that is not there weighs nothing. */
function weighMember(member: unknown): number {
  if (typeof member === 'string') return 24 + 2 * member.length
  return member === undefined ? 0 : 8 + weigh(member)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

type Bounds<T> = { most: number; bytes: number; weight?: (value: T) => number }

/** Splits `all` into parts, in order, of at most `most` values and `bytes` by `weight`; each part has one at least. */
export function* partsOf<T>(all: Iterable<T>, bounds: Bounds<T>): Generator<T[]> {
  const part = new FillingPart(bounds)
  for (const value of all) if (!part.fits(value)) yield part.startWith(value)
  if (part.values.length > 0) yield part.values
}

/** As `partsOf`, of values that arrive one after the other. */
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

  /** Takes the value, unless the part is full with it. */
  fits(value: T): boolean {
    const { most, bytes, weight } = this.#bounds
    const sum = this.#bytes + weight(value)
    if (this.values.length > 0 && (this.values.length === most || sum > bytes)) return false
    this.values.push(value)
    this.#bytes = sum
    return true
  }

  /** Returns the values of the full part, and begins the next with this one. */
  startWith(value: T): T[] {
    const full = this.values
    this.values = [value]
    this.#bytes = this.#bounds.weight(value)
    return full
  }
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
