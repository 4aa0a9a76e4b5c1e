import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable, OperatorError, remedyOf } from '../../domain/errors.ts'
import { isCopied } from '../../event-store/copy/copy-record.ts'
import { leaveEventTables, leftBehind, lockHome, type EventLogHome } from '../../event-store/identity/event-log-home.ts'
import type { EventRef, EventStore, Position } from '../../event-store/event-store.ts'
import type { Projection } from '../projection.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { readCheckpoints } from '../checkpoints/checkpoints.ts'
import { requestReplay } from '../rebuild/prepare.ts'
import { subscriptionOf } from '../follow/subscription.ts'

export type MoveDeps = {
  db: Db
  store: Pick<EventStore, 'readStream'>
  eventsIn: EventLogHome
  /** The source of the copy, where the events are in EventStoreDB. */
  eventTables: Pick<EventStore, 'readAll' | 'head'>
  projections: readonly Projection[]
  searchIndex: SearchIndex
}

/**
 * If the events have moved to another store since the last start, sets every checkpoint to the same event there, so
 * that no mail is sent twice, and requests a replay of every read model, because positions are part of their rows.
 * @throws OperatorError where events are missing there, where it is unavailable, and where the shop would return to a
 *   log that it has left
 */
export async function moveCheckpointsToStore(deps: MoveDeps): Promise<void> {
  const { db, eventsIn, eventTables, projections, searchIndex } = deps
  await db.transaction().execute(async (trx) => {
    const home = await lockHome(trx)
    if (home === eventsIn) return
    if (home === 'eventstoredb') throw leftBehind()
    // The last event first: if it is there and the copy was compared, all events are.
    const head = await eventTables.head()
    await placeOf(deps, head)
    if (!(await isCopied(trx, head))) throw notCompared()
    for (const { name, slot, position } of await readCheckpoints(trx)) {
      if (slot === 'live') await moveTo(trx, name, await placeOf(deps, position))
    }
    await sql`delete from projection_checkpoints where slot <> 'live'`.execute(trx)
    const known = new Set((await readCheckpoints(trx)).map(({ name }) => name))
    for (const projection of projections.filter(({ name }) => known.has(name))) {
      await requestReplay(trx, subscriptionOf(projection, searchIndex))
    }
    await leaveEventTables(trx)
  })
}

/** The place of the same event in the current store; `undefined` before the first event. */
async function placeOf({ store, eventTables }: MoveDeps, position: Position): Promise<EventRef | undefined> {
  if (position === 0) return undefined
  const [event] = (await eventTables.readAll(position - 1, { limit: 1 })).events
  if (event === undefined) throw new Error(`the event tables hold no event at position ${position}`)
  const { stream, revision, id } = event
  const [there] = await store.readStream(stream, { from: revision, to: revision }).catch(cannotBeRead)
  if (there?.id !== id) throw notThere()
  return { position: there.position, id }
}

async function moveTo(trx: Db, name: string, last: EventRef | undefined): Promise<void> {
  const position = last?.position ?? 0
  await sql`
    update projection_checkpoints
    set position = ${position}, last_position = ${last?.position ?? null}, last_id = ${last?.id ?? null},
      last_is_known = true, changed_position = ${position}, generation = generation + 1, updated_at = now()
    where name = ${name} and slot = 'live'`.execute(trx)
}

/** Applies only to the first start with EventStoreDB: later the shop starts without it too. */
function cannotBeRead(error: unknown): never {
  if (!(error instanceof EngineUnavailable)) throw error
  const { message, remedy } = remedyOf(error) ?? {
    message: 'the EventStoreDB of EVENTSTORE_URL does not answer, and the shop has yet to move there',
    remedy: 'Start the shop again once it answers, or unset EVENTSTORE_URL until then.',
  }
  throw new OperatorError(message, remedy, { cause: error })
}

function notThere(): OperatorError {
  return new OperatorError(
    'the EventStoreDB of EVENTSTORE_URL does not hold all events of this shop',
    'Stop the shop, unset EVENTSTORE_URL, run "npm run ops -- copy-events --to esdb://…", then set it again.',
  )
}

function notCompared(): OperatorError {
  return new OperatorError(
    'the events of this shop were copied, but the copy has not been verified yet',
    'Stop the shop, unset EVENTSTORE_URL, run "npm run ops -- copy-events --to esdb://…" to its end, then set it again.',
  )
}
