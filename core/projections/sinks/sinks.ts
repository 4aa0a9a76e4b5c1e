import { sql } from 'kysely'
import { byteBudget, fetchedUnweighed, partsOf, TooMuchAtOnce, weigh } from '../../async/byte-budget.ts'
import type { SearchProjection } from '../projection.ts'
import type { Reactor } from '../reactor.ts'
import type { IndexDocument, SearchGeneration } from '../../search-index/search-index.ts'
import { moveBack, moveCheckpoint, moving, telling, withoutWaitingForDisk } from '../checkpoints/checkpoints.ts'
import { foldEvents, touchedKeys, withPositions, type Folds } from './fold-events.ts'
import { inParts } from './in-parts.ts'
import type { StoredTable } from './read-table.ts'
import type { WritePage } from './write-page.ts'

/** Writes rows and checkpoint in one statement, so that a process cannot die between them. */
export function tableSink<R extends Readonly<Record<string, unknown>>>(on: Folds<R>, table: StoredTable<R>): WritePage {
  return inParts(async (db, { events, to, last }, { from, report }) => {
    const stored = await table.load(db, touchedKeys(on, events), { unweighed: events.length === 1 })
    const { rows, changedPosition } = foldEvents(on, events, stored)
    const parts = [
      sql`moved as (${moving({ from, to, last, changed: changedPosition, report })})`,
      ...table.writing(rows),
    ]
    const result = await sql`
      with ${sql.join(parts)} select ${telling}, ${withoutWaitingForDisk} from moved`.execute(db)
    return result.rows.length === 0 ? undefined : { ...from, position: to }
  })
}

/**
 * The checkpoint moves only after the index has confirmed. `isMine` is called right before the index is written: a
 * process that was suspended for long must not write what it read before. If another process has moved the checkpoint
 * all the same, or another build has become live, older documents may have replaced newer ones: then the checkpoint
 * goes back, so that the events since are folded over what was written.
 */
export function searchSink(
  on: SearchProjection['on'],
  generation: () => SearchGeneration,
  isMine: () => boolean = () => true,
): WritePage {
  const folds = withPositions(on)
  return inParts(async (db, { events, to, last }, { from, report }) => {
    const most = events.length === 1 ? Infinity : byteBudget.loaded
    const documents = await documentsOf(generation(), touchedKeys(folds, events), most)
    const { rows, changedPosition } = foldEvents(folds, events, new Map(documents.map((found) => [found.id, found])))
    if (!isMine()) return undefined
    try {
      await writeDocuments(generation(), rows)
    } catch (error) {
      // Some of them may have been written, or may still be.
      await moveBack(db, from)
      throw error
    }
    const result = await sql`
      with moved as (${moving({ from, to, last, changed: changedPosition, report })})
      select ${telling}, ${withoutWaitingForDisk} from moved`.execute(db)
    if (result.rows.length > 0) return { ...from, position: to }
    if (rows.size > 0) await moveBack(db, from)
    return undefined
  })
}

/** @throws TooMuchAtOnce where there are many that weigh more than `most` */
async function documentsOf(
  generation: SearchGeneration,
  ids: readonly string[],
  most: number,
): Promise<IndexDocument[]> {
  const documents: IndexDocument[] = []
  let bytes = 0
  for (const some of partsOf(ids, { most: fetchedUnweighed, bytes: Infinity })) {
    if (bytes > most) throw new TooMuchAtOnce()
    const found = await generation.get(some)
    for (const document of found) bytes += weigh(document)
    documents.push(...found)
  }
  return documents
}

/** Puts documents, and removes the ids whose row is `undefined`. */
export async function writeDocuments(
  generation: SearchGeneration,
  rows: ReadonlyMap<string, IndexDocument | undefined>,
): Promise<void> {
  const kept = [...rows.values()].filter((document) => document !== undefined)
  const gone = [...rows].filter(([, document]) => document === undefined).map(([id]) => id)
  for (const some of partsOf(kept, { most: Infinity, bytes: byteBudget.statement })) await generation.put(some)
  if (gone.length > 0) await generation.remove(gone)
}

/** The checkpoint moves first, so that a process that has lost its turn never writes the reactor's rows. */
export function reactorSink(reactor: Reactor): WritePage {
  return (db, { events, to, last }, { from, report }) =>
    db.transaction().execute(async (trx) => {
      const moved = await moveCheckpoint(trx, { from, to, last, report })
      if (moved !== undefined && events.length > 0) await reactor.handle(events, trx)
      return moved
    })
}
