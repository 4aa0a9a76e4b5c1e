import { sql } from 'kysely'
import { byteBudget, weigh } from '../../async/byte-budget.ts'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { IndexDocument, SearchGeneration } from '../../search-index/search-index.ts'
import { type Mark } from '../checkpoints/checkpoints.ts'
import { moveBack, moving, notifyChanged, withoutWaitingForDisk, type Move, type Report } from '../checkpoints/moves.ts'
import type { SearchProjection } from '../projection.ts'
import { foldEvents, touchedKeys, withPositions, type Folds } from './fold-events.ts'
import { inParts } from './in-parts.ts'
import { documentsOf, sendDocuments } from './search-documents.ts'
import { BufferNotWritten, isSame, type BufferedSink, type FoldedPage, type WritePage } from './write-page.ts'

type Rows = ReadonlyMap<string, IndexDocument | undefined>

/**
 * Writes to a generation of the search index, and moves the checkpoint over a page only after the index has confirmed
 * its documents. While the subscription is behind, further pages are sent before that if the index benefits; events are
 * folded over the documents in flight. `isMine` is called right before the index is written: a process that was
 * suspended for long must not write what it read before. If another process has moved the checkpoint nevertheless, or
 * another build has become live, older documents may have replaced newer ones: the checkpoint is then moved back, so
 * that the events since then are folded over what was written. A process that dies leaves documents that are ahead of
 * the checkpoint; folding those events again changes nothing.
 */
export function createSearchSink(
  on: SearchProjection['on'],
  generation: () => SearchGeneration,
  isMine: () => boolean = () => true,
): BufferedSink {
  const pages = new PagesInFlight(withPositions(on), generation, isMine)
  const write = inParts((db, page, move) => pages.write(db, page, move))
  return { write, flush: (db) => pages.flush(db), stored: () => pages.stored }
}

/** As `createSearchSink`, but each page is stored once `write` resolves. */
export function searchSink(...given: Parameters<typeof createSearchSink>): WritePage {
  const { write } = createSearchSink(...given)
  return (db, page, move) => write(db, { ...page, atOnce: true }, move)
}

/** A page whose documents are in flight to the index. */
type Sent = Pick<FoldedPage, 'to' | 'last'> & {
  from: Mark
  report: Report
  changed: Position | undefined
  rows: Rows
  bytes: number
  /** Resolves, and never rejects, when `outcome` is set. */
  done: Promise<void>
  outcome?: { error?: unknown }
}

class PagesInFlight {
  readonly #folds: Folds<IndexDocument>
  readonly #generation: () => SearchGeneration
  readonly #isMine: () => boolean
  #sent: Sent[] = []
  /** The documents in flight, in their new state, with the last page that changes each. */
  readonly #rows = new Map<string, { row: IndexDocument | undefined; by: Sent }>()
  /** The checkpoint as it will be once all pages are confirmed. */
  #at: Mark | undefined
  #stored: Mark | undefined
  /**
   * Up to this position each page is confirmed before the next is sent, so that a failure shows which page causes it.
   */
  #carefulUntil: Position = 0

  constructor(folds: Folds<IndexDocument>, generation: () => SearchGeneration, isMine: () => boolean) {
    this.#folds = folds
    this.#generation = generation
    this.#isMine = isMine
  }

  get stored(): Mark | undefined {
    return this.#stored
  }

  async write(...[db, page, { from, report }]: Parameters<WritePage>): Promise<Mark | undefined> {
    if (!isSame(from, this.#at)) await this.#startAt(from)
    const generation = this.#generation()
    const { rows, changedPosition: changed } = foldEvents(this.#folds, page.events, await this.#documentsFor(page))
    if (!this.#isMine()) {
      await this.flush(db)
      return undefined
    }
    this.#send(generation, { from, to: page.to, last: page.last, report, changed, rows })
    const isAtOnce = page.atOnce === true || from.position < this.#carefulUntil
    const most = isAtOnce ? 0 : generation.mostInFlight
    return this.#confirm(db, { most, isAlone: most === 0 && this.#sent.length === 1 })
  }

  flush(db: Db): Promise<Mark | undefined> {
    return this.#confirm(db, { most: 0, isAlone: false })
  }

  /** The writes of an earlier attempt are no longer confirmed, but must not arrive after newer documents. */
  async #startAt(from: Mark): Promise<void> {
    await this.#allDone()
    this.#reset()
    this.#at = from
    this.#stored = from
  }

  async #documentsFor({ events }: FoldedPage): Promise<Map<string, IndexDocument>> {
    const found = new Map<string, IndexDocument>()
    const unknown: string[] = []
    for (const key of touchedKeys(this.#folds, events)) {
      const onItsWay = this.#rows.get(key)
      if (onItsWay === undefined) unknown.push(key)
      else if (onItsWay.row !== undefined) found.set(key, onItsWay.row)
    }
    const most = events.length === 1 ? Infinity : byteBudget.loaded
    for (const document of await documentsOf(this.#generation(), unknown, most)) found.set(document.id, document)
    return found
  }

  #send(generation: SearchGeneration, page: Omit<Sent, 'done' | 'bytes'>): void {
    const bytes = weigh([...page.rows.values()])
    const sent: Sent = { ...page, bytes, done: Promise.resolve() }
    if (page.rows.size === 0) sent.outcome = {}
    else sent.done = recordOutcome(sent, sendDocuments(generation, page.rows))
    for (const [id, row] of page.rows) this.#rows.set(id, { row, by: sent })
    this.#sent.push(sent)
    this.#at = { ...page.from, position: page.to }
  }

  /** Moves the checkpoint over confirmed pages, until at most `most` documents are in flight. */
  async #confirm(db: Db, { most, isAlone }: { most: number; isAlone: boolean }): Promise<Mark | undefined> {
    for (;;) {
      const [oldest] = this.#sent
      if (oldest === undefined || (oldest.outcome === undefined && !this.#isMoreThan(most))) return this.#at
      await oldest.done
      if (oldest.outcome?.error !== undefined) throw await this.#failed(db, { oldest, isAlone })
      if (!(await this.#moveOver(db, oldest))) return undefined
    }
  }

  #isMoreThan(most: number): boolean {
    const documents = this.#sent.reduce((sum, { rows }) => sum + rows.size, 0)
    const bytes = this.#sent.reduce((sum, page) => sum + page.bytes, 0)
    return documents > most || bytes > byteBudget.deferredRows
  }

  /** Moves in one step over all pages that are confirmed so far. */
  async #moveOver(db: Db, oldest: Sent): Promise<boolean> {
    const pages = confirmedFirst(this.#sent)
    const move = moveOf(oldest, pages)
    const { rows } = await sql`
      with moved as (${moving(move)})
      select ${notifyChanged}, ${withoutWaitingForDisk} from moved`.execute(db)
    if (rows.length === 0) {
      await this.#superseded(db, oldest.from)
      return false
    }
    this.#sent = this.#sent.slice(pages.length)
    for (const page of pages) this.#arrived(page)
    this.#stored = { ...oldest.from, position: move.to }
    return true
  }

  #arrived(page: Sent): void {
    for (const id of page.rows.keys()) if (this.#rows.get(id)?.by === page) this.#rows.delete(id)
  }

  async #superseded(db: Db, from: Mark): Promise<void> {
    const hasWritten = this.#sent.some(({ rows }) => rows.size > 0)
    await this.#allDone()
    this.#reset()
    if (hasWritten) await moveBack(db, from)
  }

  /** The error to throw. Some of the documents may have been written, or may still be. */
  async #failed(db: Db, { oldest, isAlone }: { oldest: Sent; isAlone: boolean }): Promise<unknown> {
    const error = oldest.outcome?.error
    const until = this.#at?.position ?? 0
    await this.#allDone()
    this.#reset()
    await moveBack(db, oldest.from)
    if (isAlone || error instanceof EngineUnavailable) return error
    this.#carefulUntil = until
    return new BufferNotWritten('the documents cannot be written; each page is now written alone', { cause: error })
  }

  async #allDone(): Promise<void> {
    await Promise.all(this.#sent.map(({ done }) => done))
  }

  #reset(): void {
    this.#sent = []
    this.#rows.clear()
    this.#at = undefined
    this.#stored = undefined
  }
}

function confirmedFirst(sent: readonly Sent[]): readonly Sent[] {
  const next = sent.findIndex(({ outcome }) => outcome === undefined || outcome.error !== undefined)
  return next < 0 ? sent : sent.slice(0, next)
}

/** A single move over all these pages, of which `oldest` is the first. */
function moveOf(oldest: Sent, pages: readonly Sent[]): Move {
  const { to, report } = pages.at(-1) ?? oldest
  const last = pages.findLast((page) => page.last !== undefined)?.last
  const changed = pages.findLast((page) => page.changed !== undefined)?.changed
  return { from: oldest.from, to, last, changed, report }
}

async function recordOutcome(sent: Sent, writing: Promise<void>): Promise<void> {
  try {
    await writing
    sent.outcome = {}
  } catch (error) {
    sent.outcome = { error: error ?? new Error('the index gave no reason') }
  }
}
