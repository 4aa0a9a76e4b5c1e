import type { Db } from '../../database/database.ts'
import type { EventRef, Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Mark, Report } from '../checkpoints/checkpoints.ts'

/** Events to fold, the position up to which they are complete, and the shop's last event up to there, of any type. */
export type FoldedPage = { events: readonly RecordedEvent[]; to: Position; last: EventRef | undefined }

/**
 * Writes the changes of a page and moves the checkpoint. Resolves to the new checkpoint, or to `undefined` when another
 * process has moved it: then nothing was written.
 */
export type WritePage = (db: Db, page: FoldedPage, move: { from: Mark; report: Report }) => Promise<Mark | undefined>
