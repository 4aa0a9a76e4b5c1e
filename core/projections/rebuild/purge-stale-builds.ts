import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import { requestedChannel, beginAgain } from '../checkpoints/checkpoints.ts'
import { dropCopiesOf } from './copy.ts'
import type { Lease } from '../follow/leases.ts'
import { replayKey } from './replay.ts'
import type { BuildContext } from './shadow.ts'
import { schemasOf } from '../follow/subscription.ts'
import { verifyKey } from './scratch.ts'

/** The creation of indexes on a large table is not interrupted, so a builder may take this long to notice. */
const patienceMs = 30_000
const pauseMs = 50

/**
 * Drops every table of a projection except the live one: the previous build, unfinished ones, those for a comparison,
 * and copies. A requested or running replay begins again, in any process; a running verification ends with a conflict.
 * @throws EngineUnavailable where their leases are not released in time; the call can be repeated
 */
export async function purgeStaleBuildsOf(name: string, context: BuildContext): Promise<void> {
  const { db } = context
  const { next, prev, replaced, verify } = schemasOf(name)
  await holding(replayKey(name), { context, stopOthers: () => beginAgain(db, name) }, async () => {
    // A build may have been resumed in between, and must not continue without its table.
    await beginAgain(db, name)
    await sql`delete from projection_checkpoints where name = ${name} and slot = 'prev'`.execute(db)
    for (const schema of [next, prev, replaced]) await dropSchema(db, schema)
  })
  await sql`select pg_notify(${requestedChannel}, ${name})`.execute(db)
  const stopVerification = async () => {
    await sql`delete from projection_checkpoints where name = ${name} and slot = 'verify'`.execute(db)
  }
  await holding(verifyKey(name), { context, stopOthers: stopVerification }, async () => {
    await dropSchema(db, verify)
    await dropCopiesOf(db, name)
  })
}

type Holding = { context: BuildContext; stopOthers: () => Promise<void> }

/** Stops the holders of the lease until it is free, and does the work while holding it. */
async function holding(key: string, holding: Holding, work: () => Promise<void>): Promise<void> {
  const lease = await leaseOf(key, holding)
  try {
    await work()
  } finally {
    await lease.release()
  }
}

async function leaseOf(key: string, { context, stopOthers }: Holding): Promise<Lease> {
  const until = performance.now() + patienceMs
  for (;;) {
    await stopOthers()
    const lease = await context.leases.tryTake(key)
    if (lease !== undefined) return lease
    if (performance.now() > until) throw new EngineUnavailable(`the lock "${key}"`)
    await sleep(pauseMs)
  }
}

async function dropSchema(db: Db, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
}
