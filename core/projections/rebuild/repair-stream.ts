import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { OperatorError, Rejection } from '../../domain/errors.ts'
import { UndecodableEvent, type EventStore, type Position, type RecordedEvent } from '../../event-store/event-store.ts'
import type { Projection, SearchProjection, TableProjection } from '../projection.ts'
import { lockCheckpoint, nextGeneration } from '../checkpoints/checkpoints.ts'
import { notifyChanged } from '../checkpoints/moves.ts'
import { foldEvents, touchedKeys, withPositions } from '../sinks/fold-events.ts'
import { storedTable } from '../sinks/read-table.ts'
import { replayKey } from './replay.ts'
import type { BuildContext } from './shadow.ts'
import { writeDocuments } from '../sinks/search-documents.ts'
import type { SkippedIds } from '../log/skipping.ts'
import { isOf, isTable, schemasOf, subscriptionOf } from '../follow/subscription.ts'

/** How many rows were replayed, and as of which position. */
export type RepairedStream = { rows: number; position: Position }

/**
 * Rebuilds the rows of one stream in the live read model. Only for projections with `rowsOf: 'one-stream'`.
 * @throws Rejection `conflict` while it is being replayed, `not-found` for a stream without events of its types
 */
export async function repairStream(
  projection: Projection,
  context: BuildContext,
  stream: string,
): Promise<RepairedStream> {
  if (projection.rowsOf !== 'one-stream')
    throw new OperatorError(`the rows of ${projection.name} combine several streams`, `Replay ${projection.name}.`)
  const lease = await context.leases.tryTake(replayKey(projection.name))
  if (lease === undefined) throw new Rejection('conflict', `${projection.name} is being replayed`)
  try {
    const repaired = await repair(projection, context, stream)
    // An index shares no transaction with the checkpoint: the second time, a concurrent writer has lost its turn.
    return isTable(projection) ? repaired : await repair(projection, context, stream)
  } finally {
    await lease.release()
  }
}

async function repair(projection: Projection, context: BuildContext, stream: string): Promise<RepairedStream> {
  const subscription = subscriptionOf(projection, context.searchIndex)
  const skipped = await context.skipped(subscription.name)
  return context.db.transaction().execute(async (trx) => {
    // The projector waits for this lock, then finds another generation and loads the rows again.
    const live = await lockCheckpoint(trx, subscription.name, 'live')
    if (live === undefined || !isOf(subscription, live))
      throw new OperatorError(
        `${subscription.name} is not live in the version of this code`,
        `Replay ${subscription.name} first.`,
      )
    const all = await streamWithout(context.store, stream, skipped)
    const events = all.filter(({ type, position }) => subscription.types.includes(type) && position <= live.position)
    if (events.length === 0)
      throw new Rejection('not-found', `${subscription.name} takes no event of the stream "${stream}"`)
    const rows = isTable(projection)
      ? await repairRows(trx, projection, events)
      : await repairDocuments(context, projection, events)
    await sql`
      with moved as (
        update projection_checkpoints set generation = ${nextGeneration(subscription.name)}
        where name = ${subscription.name} and slot = 'live'
        returning name, slot, generation, position, changed_position)
      select ${notifyChanged} from moved`.execute(trx)
    return { rows, position: live.position }
  })
}

async function repairRows(trx: Db, { name, sink, on }: TableProjection, events: readonly RecordedEvent[]) {
  const { rows } = foldEvents(on, events, new Map())
  const table = storedTable(schemasOf(name).live, sink.table)
  const all = new Map(touchedKeys(on, events).map((key) => [key, rows.get(key)]))
  await sql`with ${sql.join([sql`moved as (select)`, ...table.writing(all)])} select from moved`.execute(trx)
  return all.size
}

async function repairDocuments(
  { searchIndex }: BuildContext,
  { on }: SearchProjection,
  events: readonly RecordedEvent[],
) {
  const folds = withPositions(on)
  const { rows } = foldEvents(folds, events, new Map())
  const all = new Map(touchedKeys(folds, events).map((key) => [key, rows.get(key)]))
  await writeDocuments(searchIndex.live(), all)
  return all.size
}

/** The events of a stream without the skipped ones, which may be undecodable. */
async function streamWithout(store: EventStore, stream: string, skipped: SkippedIds): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  let next: number | undefined = 0
  while (next !== undefined) {
    const part = await readableFrom(store, { stream, skipped, from: next })
    events.push(...part.events)
    next = part.next
  }
  return events.filter(({ id }) => !skipped.has(id))
}

type From = { stream: string; skipped: SkippedIds; from: number }

/** Reads to the end, or to a skipped undecodable event; `next` is the revision after that event. */
async function readableFrom(store: EventStore, { stream, skipped, from }: From) {
  try {
    return { events: await store.readStream(stream, { from }), next: undefined }
  } catch (error) {
    if (!(error instanceof UndecodableEvent) || !skipped.has(error.event.id)) throw error
    const { revision } = error.event
    const events = revision > from ? await store.readStream(stream, { from, to: revision - 1 }) : []
    return { events, next: revision + 1 }
  }
}
