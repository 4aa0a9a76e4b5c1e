import { sql } from 'kysely'
import { byteBudget, partsOf, weigh, weighChange } from '../../async/byte-budget.ts'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { EventRef, Position } from '../../event-store/event-store.ts'
import { type Mark } from '../checkpoints/checkpoints.ts'
import { moveCheckpoint, withoutWaitingForDisk, type Report } from '../checkpoints/moves.ts'
import { foldEvents, touchedKeys, type Folds } from './fold-events.ts'
import { inParts } from './in-parts.ts'
import type { StoredTable } from './read-table.ts'
import { BufferNotWritten, isSame, type BufferedSink, type WritePage } from './write-page.ts'

export type BufferLimits = {
  /** The number of deferred rows; as many again are cached. */
  rows: number
  ms: number
  /** The most that these rows may weigh, by `weigh`. */
  bytes: number
  /** Rows in one statement: few enough not to delay the other work of a busy process. */
  rowsAtOnce: number
}

const limits: BufferLimits = { rows: 15_000, bytes: byteBudget.deferredRows, ms: 3_000, rowsAtOnce: 1_000 }

/**
 * A sink that writes many pages at once: during a replay most rows change several times within a few pages, and need to
 * be written only once. Until then the checkpoint does not move.
 */
export function createBufferedSink<R extends Readonly<Record<string, unknown>>>(
  on: Folds<R>,
  table: StoredTable<R>,
  within: Partial<BufferLimits> = {},
): BufferedSink {
  const buffer = new RowBuffer(on, table, { ...limits, ...within })
  const write = inParts((db, page, move) => buffer.write(db, page, move))
  return { write, flush: (db) => buffer.flush(db), stored: () => buffer.stored }
}

type Deferred = {
  base: Mark
  at: Mark
  last: EventRef | undefined
  report: Report
  since: number
  changed: Position | undefined
}

/** A row and its weight. */
type BufferedRow<R> = { row: R | undefined; bytes: number }

function bytesOf([, { bytes }]: [key: string, buffered: BufferedRow<unknown>]): number {
  return bytes
}

class RowBuffer<R extends Readonly<Record<string, unknown>>> {
  readonly #on: Folds<R>
  readonly #table: StoredTable<R>
  readonly #limits: BufferLimits
  /** Rows that differ from the stored ones, and those of the last flush, which equal the stored ones. */
  #changed = new Map<string, BufferedRow<R>>()
  #written = new Map<string, BufferedRow<R>>()
  /** The total weight of the changed rows, and the highest weight of one of them. */
  #bytes = 0
  #heaviestChanged = 0
  /** The highest weight of a stored row: 0 where there is none, `undefined` where others have written them. */
  #heaviestStored: number | undefined
  #deferred: Deferred | undefined
  #at: Mark | undefined
  #isCareful = false

  constructor(on: Folds<R>, table: StoredTable<R>, within: BufferLimits) {
    this.#on = on
    this.#table = table
    this.#limits = within
  }

  get stored(): Mark | undefined {
    return this.#deferred?.base ?? this.#at
  }

  async write(...[db, { events, to, last }, { from, report }]: Parameters<WritePage>): Promise<Mark | undefined> {
    if (!isSame(from, this.#at)) this.#reset()
    if (from.position === 0) this.#heaviestStored = 0
    const before = await this.#rowsBefore(db, touchedKeys(this.#on, events), events.length === 1)
    const { rows, changedPosition } = foldEvents(this.#on, events, before)
    for (const [key, row] of rows) this.#change(key, row)
    const deferred = this.#deferred ?? { base: from, since: performance.now(), last: undefined, changed: undefined }
    const at = { ...from, position: to }
    this.#deferred = {
      ...deferred,
      at,
      last: last ?? deferred.last,
      report,
      changed: changedPosition ?? deferred.changed,
    }
    this.#at = at
    return this.#isDue(deferred.since) ? this.flush(db) : at
  }

  async flush(db: Db): Promise<Mark | undefined> {
    const deferred = this.#deferred
    if (deferred === undefined) return this.#at
    try {
      const moved = await db.transaction().execute((trx) => this.#writeAll(trx, deferred))
      if (moved === undefined) this.#reset()
      else this.#flushed()
      return moved
    } catch (error) {
      this.#reset()
      if (error instanceof EngineUnavailable || this.#isCareful) throw error
      this.#isCareful = true
      throw new BufferNotWritten('the deferred rows cannot be written; each page is now written alone', {
        cause: error,
      })
    }
  }

  #change(key: string, row: R | undefined): void {
    const changed = this.#changed.get(key)
    const before = this.#buffered(key)
    const bytes = before === undefined ? weigh(row) : before.bytes + weighChange(before.row, row)
    this.#bytes += bytes - (changed?.bytes ?? 0)
    this.#heaviestChanged = Math.max(this.#heaviestChanged, bytes)
    this.#changed.set(key, { row, bytes })
  }

  #isDue(since: number): boolean {
    const { rows, bytes, ms } = this.#limits
    const isMuch = this.#changed.size >= rows || this.#bytes >= bytes
    return this.#isCareful || isMuch || performance.now() - since >= ms
  }

  async #rowsBefore(db: Db, keys: readonly string[], isIndivisible: boolean): Promise<Map<string, R>> {
    const rows = new Map<string, R>()
    const unknown: string[] = []
    for (const key of keys) {
      const buffered = this.#buffered(key)
      if (buffered === undefined) unknown.push(key)
      else if (buffered.row !== undefined) rows.set(key, buffered.row)
    }
    for (const [key, row] of await this.#load(db, unknown, isIndivisible)) rows.set(key, row)
    return rows
  }

  #buffered(key: string): BufferedRow<R> | undefined {
    return this.#changed.get(key) ?? this.#written.get(key)
  }

  /** Skips the query where the table is known to be empty, and the check of sizes where they are known. */
  async #load(db: Db, keys: readonly string[], isIndivisible: boolean): Promise<Map<string, R>> {
    if (this.#heaviestStored === 0) return new Map()
    const most = (this.#heaviestStored ?? Infinity) * keys.length
    return this.#table.load(db, keys, { unweighed: isIndivisible || most <= byteBudget.loaded })
  }

  async #writeAll(trx: Db, { base, at, last, report, changed }: Deferred): Promise<Mark | undefined> {
    const moved = await moveCheckpoint(trx, { from: base, to: at.position, last, changed, report })
    if (moved === undefined) return undefined
    await sql`select ${withoutWaitingForDisk}`.execute(trx)
    const bounds = { most: this.#limits.rowsAtOnce, bytes: byteBudget.statement, weight: bytesOf }
    for (const rows of partsOf(this.#changed, bounds)) {
      const parts = this.#table.writing(new Map(rows.map(([key, { row }]) => [key, row])))
      await sql`with ${sql.join([sql`moved as (select)`, ...parts])} select from moved`.execute(trx)
    }
    return moved
  }

  #flushed(): void {
    if (this.#heaviestStored !== undefined) this.#heaviestStored = Math.max(this.#heaviestStored, this.#heaviestChanged)
    this.#written = this.#changed
    this.#changed = new Map()
    this.#nothingChanged()
  }

  #reset(): void {
    this.#changed.clear()
    this.#written.clear()
    this.#nothingChanged()
    this.#heaviestStored = undefined
    this.#at = undefined
  }

  #nothingChanged(): void {
    this.#bytes = 0
    this.#heaviestChanged = 0
    this.#deferred = undefined
  }
}
