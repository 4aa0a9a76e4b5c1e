import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { OperatorError, Rejection } from '#core/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { Projection, ReadTable, SearchProjection, TableProjection } from '#core/projection.ts'
import { putCheckpoint, readCheckpoint, type Checkpoint } from './checkpoints.ts'
import { compareTables, type Differences } from './compare.ts'
import { patiently, pauseBefore } from './failures.ts'
import type { Folds } from './fold-events.ts'
import { gatheringSink } from './gathering.ts'
import { createPace, type Progress } from './pace.ts'
import { storedTable } from './read-table.ts'
import { fill, foldUpTo, type BuildContext, type Shadow } from './shadow.ts'
import { tableSink } from './sinks.ts'
import { isOf, isTable, schemasOf, unitOf, type Unit } from './unit.ts'
import { expectedDocuments, expectedIn } from './expected-documents.ts'

/** Whether what is live is what the log says, up to `position`; where it is not, the keys of the rows. */
export type Verification = Differences & { ok: boolean; position: Position }

export type VerifyOptions = { signal?: AbortSignal; onProgress?: (progress: Progress) => void }

/**
 * Folds the log into a table that is dropped afterwards, up to where the live read model is, and compares the two. The
 * live one is fed and read all the while, and is not touched.
 * @throws Rejection `conflict` while it is being verified already, by any process
 * @throws EventFailure with the event that cannot be taken
 */
export async function verify(
  projection: Projection,
  context: BuildContext,
  options: VerifyOptions = {},
): Promise<Verification> {
  const unit = unitOf(projection, context.searchIndex)
  const lease = await context.leases.tryTake(`verify ${unit.name}`)
  if (lease === undefined) throw new Rejection('conflict', `${unit.name} is being verified already`)
  const signal = AbortSignal.any([lease.lost, ...(options.signal === undefined ? [] : [options.signal])])
  const plan = { context, unit, pace: createPace(), signal, onProgress: options.onProgress }
  try {
    return isTable(projection) ? await verifyTable(projection, plan) : await verifySearch(projection, plan)
  } finally {
    await drop(plan)
    await lease.release()
  }
}

type Plan = Omit<Shadow, 'mark' | 'write' | 'gathering'>

async function verifyTable({ name, sink, on }: TableProjection, plan: Plan): Promise<Verification> {
  const schemas = schemasOf(name)
  const shadow = await begin(plan, { on, table: sink.table })
  return patiently(plan.signal, async () => {
    await fill(shadow, (await liveCheckpoint(plan.context.db, plan.unit)).position)
    // One snapshot shows the live rows and the checkpoint that they belong to; what is missing is folded in the same.
    return plan.context.bulk
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { position } = await liveCheckpoint(trx, plan.unit)
        await foldUpTo(shadow, trx, position)
        const differences = await compareTables(trx, {
          table: sink.table,
          actual: schemas.live,
          expected: schemas.verify,
        })
        return verificationOf(position, differences)
      })
  })
}

/** An index has no snapshot to look at: what differs is looked at again, further on in the log. */
async function verifySearch(projection: SearchProjection, plan: Plan): Promise<Verification> {
  const { context, unit, signal } = plan
  const expected = expectedDocuments(projection.on)
  const shadow = await begin(plan, expected)
  const actual = () => context.searchIndex.live()
  const documents = expectedIn(context.bulk, schemasOf(unit.name).verify)
  const catchUpWithLive = async () => {
    const { position } = await liveCheckpoint(context.db, unit)
    await fill(shadow, position)
    return position
  }
  let position = await catchUpWithLive()
  let differences = await patiently(signal, () => documents.compareAll(actual()))
  for (let round = 1; round < looks && keysOf(differences).length > 0; round++) {
    await delay(pauseBefore(round), undefined, { signal })
    const keys = keysOf(differences)
    position = await catchUpWithLive()
    differences = await patiently(signal, () => documents.compareSome(actual(), keys))
  }
  return verificationOf(position, differences)
}

/** How often a document that differs is looked at: what changes just then agrees the next time. */
const looks = 5

function keysOf({ missing, extra, different }: Differences): string[] {
  return [...missing, ...extra, ...different]
}

function verificationOf(position: Position, differences: Differences): Verification {
  return { ok: keysOf(differences).length === 0, position, ...differences }
}

type Expected<R extends Readonly<Record<string, unknown>>> = { on: Folds<R>; table: ReadTable }

async function begin<R extends Readonly<Record<string, unknown>>>(
  plan: Plan,
  { on, table }: Expected<R>,
): Promise<Shadow> {
  const { context, unit, signal } = plan
  const stored = storedTable<R>(schemasOf(unit.name).verify, table)
  const mark = await patiently(signal, () =>
    context.db.transaction().execute(async (trx) => {
      await stored.create(trx, { unlogged: true })
      return putCheckpoint(trx, { ...unit, slot: 'verify', position: 0, status: 'building' })
    }),
  )
  return { ...plan, mark, write: tableSink(on, stored), gathering: gatheringSink(on, stored) }
}

async function liveCheckpoint(db: Db, unit: Unit): Promise<Checkpoint> {
  const live = await readCheckpoint(db, unit.name, 'live')
  if (isOf(unit, live) && live !== undefined) return live
  throw new OperatorError(
    `${unit.name} is live in version ${live?.version ?? 'none'}, but this code makes version ${unit.version}`,
    `Replay ${unit.name} first.`,
  )
}

async function drop({ context, unit }: Plan): Promise<void> {
  try {
    await sql`drop schema if exists ${sql.id(schemasOf(unit.name).verify)} cascade`.execute(context.db)
    await sql`delete from projection_checkpoints where name = ${unit.name} and slot = 'verify'`.execute(context.db)
  } catch (error) {
    context.log.warn({ err: error, unit: unit.name }, 'what a verification has left behind is removed by the next one')
  }
}
