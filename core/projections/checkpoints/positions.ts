import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '../../database/database.ts'
import type { Listener } from '../../database/listener.ts'
import type { Position } from '../../event-store/event-store.ts'
import { waitingChannel, movedChannel } from './checkpoints.ts'
import { RecentChanges } from './recent-changes.ts'

/**
 * The positions of the read models as this process knows them; the projector may run in another one. Notifications and
 * a poll every half second update them. They expire three seconds after the last successful poll.
 */
export type ProjectionPositions = {
  /** Resolves to true once the read model has passed `position`, to false when that takes longer than `timeoutMs`. */
  waitFor(name: string, position: Position, timeoutMs?: number): Promise<boolean>
  /**
   * Differs whenever the rows may differ, also after a swap, which changes them without an event: the key for caches
   * and ETags. `undefined` while it is unknown: then a cache may serve only what it knew last, while the database
   * does not respond.
   */
  stamp(name: string): string | undefined
  /**
   * True if, as far as this process knows, no change since that stamp concerned any of these tags (`changedTags` of the
   * projection); false if one did, or if that is unknown.
   */
  isUnchangedSince(name: string, stamp: string, tags: readonly string[]): boolean
  /** The read models that have not reached `head`, or whose position is unknown. */
  behind(head: Position): string[]
  /** Resolves after the first poll, whether or not it succeeded. */
  start(): Promise<void>
  stop(): void
}

/** Differs whenever the rows of any of these read models may differ. */
export function stampOf(
  positions: Pick<ProjectionPositions, 'stamp'>,
  names: readonly string[],
): () => string | undefined {
  return () => {
    const stamps = names.map((name) => positions.stamp(name))
    return stamps.includes(undefined) ? undefined : stamps.join(' ')
  }
}

export type PositionsOptions = {
  db: Db
  listener: Listener
  names: readonly string[]
  timing?: PositionsTiming
}

export type PositionsTiming = { pollMs: number; maxAgeMs: number }

const positionsTiming: PositionsTiming = { pollMs: 500, maxAgeMs: 3_000 }

export function createProjectionPositions(options: PositionsOptions): ProjectionPositions {
  return new KnownPositions(options)
}

const Known = Type.Object({
  name: Type.String(),
  generation: Type.Integer(),
  position: Type.Integer(),
  changedPosition: Type.Integer(),
  /** The start of a move, and the tags of the changed rows. */
  from: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
})
type Known = Static<typeof Known>

const known = Compile(Known)
const allKnown = Compile(Type.Array(Known))

type Waiter = { name: string; position: Position; resolve: (hasPassed: boolean) => void }

class KnownPositions implements ProjectionPositions {
  readonly #db: Db
  readonly #listener: Listener
  readonly #names: readonly string[]
  readonly #timing: PositionsTiming
  readonly #known = new Map<string, Known>()
  readonly #changes = new Map<string, RecentChanges>()
  readonly #waiters = new Set<Waiter>()
  /** Names for which a notification arrived during a poll, whose result may be older. */
  readonly #notifiedWhilePolling = new Set<string>()
  /** Names with waiters that the projector has yet to be notified of. */
  readonly #awaited = new Set<string>()
  #polledAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #unlisten: () => void = () => undefined
  #isPolling = false

  constructor({ db, listener, names, timing = positionsTiming }: PositionsOptions) {
    this.#db = db
    this.#listener = listener
    this.#names = names
    this.#timing = timing
  }

  async start(): Promise<void> {
    this.#unlisten = this.#listener.listen(movedChannel, (payload) => this.#onMoved(payload))
    this.#timer = setInterval(() => void this.#poll(), this.#timing.pollMs).unref()
    await this.#poll()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#unlisten()
    for (const waiter of this.#waiters) waiter.resolve(false)
  }

  async waitFor(name: string, position: Position, timeoutMs = 2_000): Promise<boolean> {
    if (this.#hasPassed(name, position)) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter: Waiter = { name, position, resolve }
    const timer = setTimeout(() => resolve(false), timeoutMs)
    this.#waiters.add(waiter)
    this.#hurry(name)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiters.delete(waiter)
    }
  }

  stamp(name: string): string | undefined {
    const found = this.#knownOf(name)
    return found && stampIn(found)
  }

  isUnchangedSince(name: string, stamp: string, tags: readonly string[]): boolean {
    return this.#changes.get(name)?.isUnchangedSince(stamp, tags) ?? false
  }

  behind(head: Position): string[] {
    return this.#names.filter((name) => !this.#hasPassed(name, head))
  }

  #knownOf(name: string): Known | undefined {
    return performance.now() - this.#polledAt < this.#timing.maxAgeMs ? this.#known.get(name) : undefined
  }

  #hasPassed(name: string, position: Position): boolean {
    return (this.#knownOf(name)?.position ?? -1) >= position
  }

  /** Asks the projector to end its idle delay. If the notification is lost, only that delay is lost. */
  #hurry(name: string): void {
    this.#awaited.add(name)
    if (this.#awaited.size > 1) return
    setImmediate(() => {
      const names = [...this.#awaited]
      this.#awaited.clear()
      void sql`select pg_notify(${waitingChannel}, name) from unnest(${names}::text[]) as name`
        .execute(this.#db)
        .catch(() => undefined)
    })
  }

  #onMoved(payload: string): void {
    if (payload === '') return void this.#poll()
    const moved = parsed(payload)
    if (moved === undefined) return
    if (this.#isPolling) this.#notifiedWhilePolling.add(moved.name)
    this.#update(moved)
  }

  /** The database is authoritative, even where its position is lower than the known one, as after a crash. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    this.#notifiedWhilePolling.clear()
    const polledAt = performance.now()
    try {
      const { rows } = await sql`
        select name, generation, position, changed_position as "changedPosition"
        from projection_checkpoints where slot = 'live' and kind <> 'reactor'`.execute(this.#db)
      this.#polledAt = polledAt
      for (const row of allKnown.Parse(rows)) if (!this.#notifiedWhilePolling.has(row.name)) this.#update(row)
    } catch {
      // The known positions expire; the next poll happens regardless.
    } finally {
      this.#isPolling = false
    }
  }

  #noteChange(before: Known | undefined, moved: Known): void {
    if (before !== undefined && stampIn(before) === stampIn(moved)) return
    const changes = this.#changes.get(moved.name) ?? new RecentChanges()
    this.#changes.set(moved.name, changes)
    changes.note(stampIn(moved), tagsBetween(before, moved))
  }

  #update(moved: Known): void {
    this.#noteChange(this.#known.get(moved.name), moved)
    this.#known.set(moved.name, moved)
    for (const waiter of this.#waiters) {
      if (this.#hasPassed(waiter.name, waiter.position)) waiter.resolve(true)
    }
  }
}

function stampIn({ generation, changedPosition }: Known): string {
  return `${generation}-${changedPosition}`
}

/**
 * The tags that changed from one known state to the next; `undefined` if they are unknown because other states lie
 * between.
 */
function tagsBetween(before: Known | undefined, { generation, from, tags }: Known): readonly string[] | undefined {
  const isNext = before?.generation === generation && before.position === from
  return isNext ? (tags ?? undefined) : undefined
}

function parsed(payload: string): Known | undefined {
  try {
    const moved: unknown = JSON.parse(payload)
    return known.Check(moved) ? moved : undefined
  } catch {
    return undefined
  }
}
