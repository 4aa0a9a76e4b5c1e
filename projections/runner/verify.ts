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
import { expectedDocuments, expectedIn, type ExpectedDocuments } from './expected-documents.ts'

/** Whether what is live is what the log says, up to `position`; where it is not, the keys of the rows. */
export type Verification = Differences & { ok: boolean; position: Position }

export type VerifyOptions = { signal?: AbortSignal; onProgress?: (progress: Progress) => void }

export const verifyKey = (name: string): string => `verify ${name}`

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
  const lease = await context.leases.tryTake(verifyKey(unit.name))
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

/** How often a document that is being changed is looked at. */
const looks = 10

async function verifySearch(projection: SearchProjection, plan: Plan): Promise<Verification> {
  const { context, unit, signal } = plan
  const expected = expectedDocuments(projection.on)
  const shadow = await begin(plan, expected)
  const documents = expectedIn(context.bulk, schemasOf(unit.name).verify)
  const check: SearchCheck = { plan, shadow, documents }
  let { position } = await liveCheckpoint(context.db, unit)
  await fill(shadow, position)
  const verdict: Differences = { missing: [], extra: [], different: [] }
  let suspects = keysOf(await patiently(signal, () => documents.compareAll(context.searchIndex.live())))
  for (let look = 1; suspects.length > 0; look++) {
    await delay(pauseBefore(Math.min(look, 3)), undefined, { signal })
    const seen = await lookAgain(check, suspects)
    suspects = look < looks ? seen.undecided : []
    position = seen.position
    addTo(verdict, seen.settled)
    if (look === looks) addTo(verdict, seen.unsettled)
  }
  return verificationOf(position, verdict)
}

type SearchCheck = { plan: Plan; shadow: Shadow; documents: ExpectedDocuments }

type Look = { position: Position; settled: Differences; unsettled: Differences; undecided: string[] }

/**
 * An index has no snapshot to look at, so the log is folded up to where the live one surely is before the look, and up to
 * its head afterwards. What no event has touched in between should have been the same; what one has is looked at again.
 */
async function lookAgain({ plan, shadow, documents }: SearchCheck, ids: readonly string[]): Promise<Look> {
  const { context, unit, signal } = plan
  const { position } = await liveCheckpoint(context.db, unit)
  await fill(shadow, position)
  const before = await documents.textsOf(ids)
  const found = await patiently(signal, () => context.searchIndex.live().get(ids))
  await fill(shadow, await context.store.head())
  const after = await documents.textsOf(ids)
  const differences = await documents.compareSome(found, ids)
  const isSettled = (id: string) => before.get(id) === after.get(id)
  const unsettled = only(differences, (id) => !isSettled(id))
  return { position, settled: only(differences, isSettled), unsettled, undecided: keysOf(unsettled) }
}

function only({ missing, extra, different }: Differences, isWanted: (id: string) => boolean): Differences {
  return { missing: missing.filter(isWanted), extra: extra.filter(isWanted), different: different.filter(isWanted) }
}

function addTo(all: Differences, { missing, extra, different }: Differences): void {
  all.missing.push(...missing)
  all.extra.push(...extra)
  all.different.push(...different)
}

function keysOf({ missing, extra, different }: Differences): string[] {
  return [...missing, ...extra, ...different]
}

function verificationOf(position: Position, differences: Differences): Verification {
  return {
    ok: keysOf(differences).length === 0,
    position,
    missing: differences.missing.toSorted(),
    extra: differences.extra.toSorted(),
    different: differences.different.toSorted(),
  }
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
