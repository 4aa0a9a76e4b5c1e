import { sql } from 'kysely'
import { executePrepared } from '../../database/session/prepared.ts'
import type { CommandReactor, Reactor, RowReactor } from '../reactor.ts'
import { moveCheckpoint, moving, notifyMoved, withoutWaitingForDisk } from '../checkpoints/moves.ts'
import { foldEvents, touchedKeys, type Folds } from './fold-events.ts'
import { inParts } from './in-parts.ts'
import type { StoredTable } from './read-table.ts'
import type { WritePage } from './write-page.ts'

/** The tags of what a change of a row concerns; see `TableProjection`. */
type ChangedTags<R> = (before: R | undefined, after: R | undefined) => readonly string[]

/** Writes rows and checkpoint in one statement, so that a process cannot die between them. */
export function tableSink<R extends Readonly<Record<string, unknown>>>(
  on: Folds<R>,
  table: StoredTable<R>,
  changedTags?: ChangedTags<R>,
): WritePage {
  return inParts(async (db, { events, to, last }, { from, report }) => {
    const stored = await table.load(db, touchedKeys(on, events), { unweighed: events.length === 1 })
    const { rows, changedPosition } = foldEvents(on, events, stored)
    const parts = [
      sql`moved as (${moving({ from, to, last, changed: changedPosition, report })})`,
      ...table.writing(rows),
    ]
    const tags = changedTags && [...rows].flatMap(([key, row]) => changedTags(stored.get(key), row))
    const write = sql`
      with ${sql.join(parts)} select ${notifyMoved(from, tags)}, ${withoutWaitingForDisk} from moved`
    const result = await executePrepared(db, write)
    return result.rows.length === 0 ? undefined : { ...from, position: to }
  })
}

export function reactorSink(reactor: Reactor): WritePage {
  return 'issue' in reactor ? commandSink(reactor) : rowSink(reactor)
}

/** Needs no transaction: a process that has lost its turn issues commands that another has issued, to no effect. */
function commandSink(reactor: CommandReactor): WritePage {
  return async (db, { events, to, last }, { from, report }) => {
    if (events.length > 0) await reactor.issue(events)
    return moveCheckpoint(db, { from, to, last, report })
  }
}

/** The checkpoint moves first, so that a process that has lost its turn never writes the reactor's rows. */
function rowSink(reactor: RowReactor): WritePage {
  return (db, { events, to, last }, { from, report }) =>
    db.transaction().execute(async (trx) => {
      const moved = await moveCheckpoint(trx, { from, to, last, report })
      if (moved !== undefined && events.length > 0) await reactor.handle(events, trx)
      return moved
    })
}
