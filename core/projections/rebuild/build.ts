import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Projection, SearchProjection, TableProjection } from '../projection.ts'
import type { SearchGeneration, SearchIndex } from '../../search-index/search-index.ts'
import { createBufferedSink } from '../sinks/buffered-sink.ts'
import { storedTable } from '../sinks/read-table.ts'
import { createSearchSink, searchSink } from '../sinks/search-sink.ts'
import { tableSink } from '../sinks/sinks.ts'
import type { BufferedSink, WritePage } from '../sinks/write-page.ts'
import { isTable, schemasOf } from '../follow/subscription.ts'

/** A read model that is being built alongside the live one. */
export type Build = {
  /** Creates an empty build, in place of an unfinished one, if any. */
  create(trx: Db): Promise<void>
  /** Resumes an unfinished build; false where there is none. */
  takeUp(db: Db): Promise<boolean>
  write: WritePage
  bufferedSink: BufferedSink
  /** The work that is best done once all rows are written, such as creating indexes. */
  finish(trx: Db): Promise<void>
  /** Makes it live, and keeps what it replaces as the previous build; readers see one or the other. */
  swap(trx: Db): Promise<void>
  /** Drops what `swap` has put aside. Must be done before the next swap. */
  tidy(db: Db): Promise<void>
}

export function buildOf(projection: Projection, searchIndex: SearchIndex): Build {
  return isTable(projection) ? tableBuild(projection) : searchBuild(projection, searchIndex)
}

function tableBuild({ name, sink, on }: TableProjection): Build {
  const schemas = schemasOf(name)
  const next = storedTable(schemas.next, sink.table)
  return {
    create: (trx) => next.create(trx),
    takeUp: (db) => tableExists(db, schemas.next, sink.table.name),
    write: tableSink(on, next),
    bufferedSink: createBufferedSink(on, next),
    async finish(trx) {
      await sql`set local maintenance_work_mem = '128MB'`.execute(trx)
      await next.createIndexes(trx)
      await sql`analyze ${next.reference}`.execute(trx)
    },
    async swap(trx) {
      if (await schemaExists(trx, schemas.prev)) await renameSchema(trx, schemas.prev, schemas.replaced)
      await renameSchema(trx, schemas.live, schemas.prev)
      await renameSchema(trx, schemas.next, schemas.live)
    },
    // Dropping waits for readers of the table, so it is not done while the checkpoint is locked.
    async tidy(db) {
      await sql`drop schema if exists ${sql.id(schemas.replaced)} cascade`.execute(db)
    },
  }
}

function searchBuild({ on }: SearchProjection, searchIndex: SearchIndex): Build {
  let generation: SearchGeneration | undefined
  const alongside = () => {
    if (generation === undefined) throw new Error('the search index has no generation alongside the live one')
    return generation
  }
  return {
    async create() {
      generation = await searchIndex.beginBuild()
    },
    async takeUp() {
      generation = await searchIndex.unfinishedBuild()
      return generation !== undefined
    },
    write: searchSink(on, alongside),
    bufferedSink: createSearchSink(on, alongside),
    async finish(trx) {
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx)
      await alongside().prepare()
    },
    async swap(trx) {
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx)
      await searchIndex.swap()
    },
    tidy: () => Promise.resolve(),
  }
}

export async function tableExists(db: Db, schema: string, table: string): Promise<boolean> {
  const { rows } = await sql`select from pg_tables where schemaname = ${schema} and tablename = ${table}`.execute(db)
  return rows.length > 0
}

async function schemaExists(db: Db, schema: string): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db)
  return rows.length > 0
}

export async function renameSchema(db: Db, from: string, to: string): Promise<void> {
  await sql`alter schema ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)
}
