import type { Db } from '../../database/database.ts'
import type { EventRef, Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Mark, Report } from '../checkpoints/checkpoints.ts'

/** Events to fold, the position up to which there are no others, and the last event of the shop up to there, taken or not. */
export type FoldedPage = { events: readonly RecordedEvent[]; to: Position; last: EventRef | undefined }

/**
 * Writes what a page changes, and moves the checkpoint from where it was. Resolves to the checkpoint's new place, or to
 * `undefined` when somebody else has moved it: then the page has changed nothing.
 */
export type WritePage = (db: Db, page: FoldedPage, move: { from: Mark; report: Report }) => Promise<Mark | undefined>
