import { LRUCache } from 'lru-cache'
import { coalesceCalls } from '../../../async/coalesce.ts'
import { digestOf } from '../throttle.ts'
import { budgetRefusal, type Budget, type Charge } from './budget.ts'
import type { SharedCounts } from './shared-counts.ts'

export type Budgets = {
  /**
   * Takes one point of each. `refund` returns them, if what they were taken for was not stored.
   * @throws Rejection `too-many-requests` if one of the budgets is used up: then nothing was taken
   */
  take(charges: readonly Charge[]): Promise<Taken>
  /** Takes one point without refusing. */
  add(charge: Charge): Taken
  /** Takes nothing. @throws Rejection `too-many-requests` if this process knows that the budget is used up */
  check(charge: Charge): void
  /** Resolves when the shared counts include everything; part of the shutdown. */
  flush(): Promise<void>
}

export type Taken = { refund: () => void }

export type BudgetOptions = {
  counts: SharedCounts
  /** Multiplies every budget (`BUDGET_SCALE`); 0 lifts them all. */
  scale: number
  /** A monotonic clock in milliseconds. */
  monotonic?: () => number
}

/**
 * Points that are added to the shared count together; `before` is that count without them, as far as it is known: with
 * the points that are being added now.
 */
type Batch = { points: number; before: number }

/** What this process knows of the window of a key: its own unsent points, and the count before them. */
type Entry = { key: string; budget: Budget; unsent: Batch; endsAt: number; knownAt: number }

type Point = { entry: Entry; batch: Batch; rank: number }

/** The delay after which own points are added to the shared counts. */
const sendAfterMs = 100
/** A shared count that is older than this is not relied on. */
const freshForMs = 1_000
/** Below this share of a budget a process counts on its own; above it, each point is taken from the shared count. */
const ownShare = 0.1
const maxEntries = 20_000

const nothingTaken: Taken = { refund: () => undefined }

/** No budgets at all. */
export const unlimited: Budgets = {
  take: () => Promise.resolve(nothingTaken),
  add: () => nothingTaken,
  check: () => undefined,
  flush: () => Promise.resolve(),
}

/**
 * Budgets that all processes share. A caller far below its budget costs no statement: the process counts on its own and
 * adds its points to the shared counts in the background. Near the limit, every point is taken from the shared count,
 * so that the limit is exact across processes. If the database is unavailable, a process relies on what it knows.
 */
export function createBudgets(options: BudgetOptions): Budgets {
  return options.scale === 0 ? unlimited : new SharedBudgets(options)
}

class SharedBudgets implements Budgets {
  readonly #counts: SharedCounts
  readonly #scale: number
  readonly #now: () => number
  readonly #entries = new LRUCache<string, Entry>({ max: maxEntries })
  readonly #unsent = new Map<string, Entry>()
  readonly #send = coalesceCalls(() => this.#sendUnsent())
  #timer: NodeJS.Timeout | undefined

  constructor({ counts, scale, monotonic = () => performance.now() }: BudgetOptions) {
    this.#counts = counts
    this.#scale = scale
    this.#now = monotonic
  }

  async take(charges: readonly Charge[]): Promise<Taken> {
    for (const charge of charges) if (!this.#isStale(this.#entryOf(charge))) this.check(charge)
    const points = charges.map((charge) => this.#addTo(this.#entryOf(charge), 1))
    const refund = () => points.forEach(({ entry }) => void this.#addTo(entry, -1))
    const isUnsure = points.some(({ entry }) => this.#isNearLimit(entry) || this.#isStale(entry))
    if (isUnsure) await this.#send().catch(() => undefined)
    const refused = points.find(({ entry, batch, rank }) => batch.before + rank > this.#pointsOf(entry.budget))
    if (refused === undefined) return { refund }
    refund()
    throw this.#refusal(refused.entry)
  }

  add(charge: Charge): Taken {
    const { entry } = this.#addTo(this.#entryOf(charge), 1)
    return { refund: () => void this.#addTo(entry, -1) }
  }

  check(charge: Charge): void {
    const entry = this.#entryOf(charge)
    if (countOf(entry) >= this.#pointsOf(charge.budget)) throw this.#refusal(entry)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#unsent.size > 0) await this.#send().catch(() => undefined)
  }

  #entryOf({ budget, key }: Charge): Entry {
    const name = `${budget.name}:${digestOf(key)}`
    const known = this.#entries.get(name) ?? this.#unsent.get(name)
    if (known !== undefined && this.#now() < known.endsAt) return known
    const unsent = known?.unsent ?? { points: 0, before: 0 }
    unsent.before = 0
    const endsAt = this.#now() + budget.durationSeconds * 1000
    const entry = { key: name, budget, unsent, endsAt, knownAt: -Infinity }
    this.#entries.set(name, entry)
    return entry
  }

  #addTo(entry: Entry, points: number): Point {
    const batch = entry.unsent
    batch.points += points
    this.#unsent.set(entry.key, entry)
    this.#timer ??= setTimeout(() => void this.#send().catch(() => undefined), sendAfterMs).unref()
    return { entry, batch, rank: batch.points }
  }

  /** @throws EngineUnavailable after which the points wait for the next call */
  async #sendUnsent(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const sent = [...this.#unsent.values()].map((entry) => ({ entry, batch: entry.unsent }))
    this.#unsent.clear()
    for (const { entry } of sent) entry.unsent = { points: 0, before: countOf(entry) }
    try {
      const counts = await this.#counts.add(sent.map(additionOf))
      for (const { entry, batch } of sent) this.#learn(entry, batch, counts.get(entry.key))
    } catch (error) {
      for (const { entry, batch } of sent) this.#putBack(entry, batch)
      throw error
    }
  }

  #putBack(entry: Entry, { points }: Batch): void {
    entry.unsent.before -= points
    this.#addTo(entry, points)
  }

  #learn(entry: Entry, batch: Batch, count: { points: number; msLeft: number } | undefined): void {
    if (count === undefined) return
    batch.before = count.points - batch.points
    entry.unsent.before = count.points
    entry.knownAt = this.#now()
    entry.endsAt = entry.knownAt + count.msLeft
  }

  #pointsOf({ points }: Budget): number {
    return Math.max(1, Math.ceil(points * this.#scale))
  }

  #isNearLimit(entry: Entry): boolean {
    return countOf(entry) > this.#pointsOf(entry.budget) * ownShare
  }

  #isStale({ knownAt }: Entry): boolean {
    return this.#now() - knownAt > freshForMs
  }

  #refusal({ budget, endsAt }: Entry) {
    return budgetRefusal(budget, endsAt - this.#now())
  }
}

/** The points taken in this window, as far as this process knows. */
function countOf({ unsent }: Entry): number {
  return unsent.before + unsent.points
}

function additionOf({ entry, batch }: { entry: Entry; batch: Batch }) {
  return { key: entry.key, points: batch.points, durationMs: entry.budget.durationSeconds * 1000 }
}
