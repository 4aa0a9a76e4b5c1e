import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { cancellable } from '../../database/session/cancellable.ts'
import { OperatorError, Rejection } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { Projection } from '../projection.ts'
import { expectedDocuments } from '../compare/expected-documents.ts'
import { retryWhileUnavailable } from '../follow/failures.ts'
import { storedTable } from '../sinks/read-table.ts'
import { beginScratch, withScratch, type ScratchOptions, type ScratchPlan } from './scratch.ts'
import { fill, type BuildContext } from './shadow.ts'
import { isTable } from '../follow/subscription.ts'

export type CopyOptions = ScratchOptions & {
  /** The position of the last event to include. */
  until: Position
  /** The Postgres schema to create for it. */
  schema: string
}

/** A read model as of a position, in a table for investigations. */
export type Copied = { table: string; position: Position; rows: number }

/**
 * Folds a read model as of a position into a separate schema; the live one is not changed. The copy receives no further
 * events, and an erasure of personal data drops it. The documents of a search index are copied as rows.
 * @throws Rejection `invalid` for an unsuitable schema name, `conflict` where a schema of that name exists
 */
export async function copyAsOf(projection: Projection, context: BuildContext, options: CopyOptions): Promise<Copied> {
  assertOwnName(options.schema)
  const head = await context.store.head()
  if (options.until > head)
    throw new Rejection('invalid', `The log ends at position ${head}: choose that, or one before it`)
  const work = (plan: ScratchPlan) => copy(projection, plan, options)
  return withScratch(projection, context, { ...options, work })
}

async function copy(projection: Projection, plan: ScratchPlan, { until, schema }: CopyOptions): Promise<Copied> {
  const { db, bulk, assertRoom } = plan.context
  const { name } = projection
  const made: { isOurs: boolean } = { isOurs: false }
  const onCreate = async (trx: Db) => {
    await reserve(trx, { name, schema, position: until })
    made.isOurs = true
  }
  try {
    const shadow = isTable(projection)
      ? await beginScratch(plan, { on: projection.on, table: projection.sink.table, schema, onCreate })
      : await beginScratch(plan, { ...expectedDocuments(projection.on), schema, onCreate })
    await fill(shadow, until)
    const { table } = isTable(projection) ? projection.sink : expectedDocuments(projection.on)
    const stored = storedTable(schema, table)
    await retryWhileUnavailable(plan.signal, async () => {
      assertRoom()
      await bulk
        .transaction()
        .execute((trx) =>
          cancellable({ session: trx, others: db, signal: plan.signal }, () => stored.createIndexes(trx)),
        )
    })
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${stored.reference}`.execute(bulk)
    return { table: `${schema}.${table.name}`, position: until, rows: rows[0]?.count ?? 0 }
  } catch (error) {
    if (made.isOurs) await dropCopy(db, schema)
    throw error
  }
}

function assertOwnName(schema: string): void {
  const isTaken = /^(pg_|read_|search_index|public$|information_schema$)/.test(schema)
  if (/^[a-z][a-z0-9_]{0,40}$/.test(schema) && !isTaken) return
  throw new Rejection(
    'invalid',
    `"${schema}" cannot be the schema: use lower-case letters, digits and _, and not the name of a schema of the shop`,
  )
}

async function reserve(trx: Db, { name, schema, position }: { name: string; schema: string; position: Position }) {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(trx)
  if (rows.length > 0)
    throw new Rejection('conflict', `The schema ${schema} exists already: name another one, or drop it first`)
  await sql`
    insert into projection_copies (schema, name, position) values (${schema}, ${name}, ${position})
    on conflict (schema) do update set name = excluded.name, position = excluded.position, made_at = now()`.execute(trx)
}

/** Drops a copy, and no other schema. @throws OperatorError where there is no such copy */
export async function dropCopy(db: Db, schema: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`delete from projection_copies where schema = ${schema} returning name`.execute(trx)
    if (rows.length === 0)
      throw new OperatorError(`"${schema}" is not a copy that replay --into has made`, 'Nothing was dropped.')
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(trx)
  })
}

/** Drops every copy of one projection. */
export async function dropCopiesOf(db: Db, name: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select schema from projection_copies where name = ${name}`.execute(db)
  for (const { schema } of rows) await dropCopy(db, schema)
}
