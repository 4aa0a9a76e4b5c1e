import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { guardedPool } from './guarded-pool.ts'
import { withSettings } from './session-settings.ts'
import { sessionTypes } from './session-types.ts'

/** A Kysely handle that knows no tables: whoever owns tables names them with `db.$extendTables<…>()`. */
export type Db = Kysely<unknown>

/**
 * A pool of connections, and Kysely on it. Kysely throws `EngineUnavailable('database', …)` where the database does not
 * answer; whoever uses the bare pool turns its errors with `databaseFailure`.
 */
export type Database = {
  db: Db
  pool: Pool
  /** Resolves when the database answers. @throws EngineUnavailable */
  ping(): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** What `pg_stat_activity` shows, such as `shop api 4711`. */
  applicationName: string
  /** The most connections at once (10). */
  max?: number
  /** The longest one statement may take (10 s); 0 sets no limit, for migrations and rebuilds. */
  statementTimeoutMs?: number
}

const connectTimeoutMs = 5_000

/** Searches are planned as dear and over in a few ms: compiling them, as servers do by default, takes longer than that. */
const settings = { jit: 'off' }

/** Opens nothing yet: the first query connects. Every wait in it ends by itself, none is longer than its timeout. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000
  const pool = new Pool({
    connectionString: withSettings(url, settings),
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // A little longer than the server's own limit: it only strikes when the server has fallen silent.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 2_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    types: sessionTypes,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener its error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: guardedPool(pool) }) })
  return {
    db,
    pool,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}
