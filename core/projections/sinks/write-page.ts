import type { Db } from '../../database/database.ts'
import type { EventRef, Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Mark } from '../checkpoints/checkpoints.ts'
import type { Report } from '../checkpoints/moves.ts'

/** Events to fold, the position up to which they are complete, and the shop's last event up to there, of any type. */
export type FoldedPage = {
  events: readonly RecordedEvent[]
  to: Position
  last: EventRef | undefined
  /** The sink must not defer the page: it is the last one, or part of a page that failed. */
  atOnce?: boolean
}

/**
 * Writes the changes of a page and moves the checkpoint. Resolves to the new checkpoint, or to `undefined` when another
 * process has moved it: then nothing was written.
 */
export type WritePage = (db: Db, page: FoldedPage, move: { from: Mark; report: Report }) => Promise<Mark | undefined>

/**
 * A sink that may store a page, and move the checkpoint over it, only while a later page is written: `write` resolves to
 * the checkpoint as it will be.
 */
export type BufferedSink = {
  write: WritePage
  /** Stores what is deferred; `undefined` when another process has moved the checkpoint. */
  flush: (db: Db) => Promise<Mark | undefined>
  /** The checkpoint as it is stored; `undefined` before the first page, and after a failure. */
  stored: () => Mark | undefined
}

/**
 * Deferred pages cannot be stored, because of an event that is not known yet: from now on each page is written
 * separately.
 */
export class BufferNotWritten extends Error {
  override readonly name = 'BufferNotWritten'
}

/** Whether a checkpoint is still at this mark. */
export function isSame(mark: Mark, other: Mark | undefined): boolean {
  return mark.position === other?.position && mark.generation === other.generation
}
