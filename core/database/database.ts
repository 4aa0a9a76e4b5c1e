import { Kysely, sql } from 'kysely'
import { Pool } from 'pg'
import { ShopDialect } from './dialect.ts'
import { guardedPool } from './guarded-pool.ts'
import { withSettings } from './session/settings.ts'
import { sessionTypes } from './session/types.ts'

/** A Kysely handle without table types: the owner of a table adds its type with `db.$extendTables<…>()`. */
export type Db = Kysely<unknown>

/**
 * A connection pool and a Kysely instance on it. Kysely throws `EngineUnavailable('database', …)` when the database
 * does not answer; callers that use the pool directly must convert its errors with `databaseFailure`.
 */
export type Database = {
  db: Db
  pool: Pool
  /** Resolves when the database answers. @throws EngineUnavailable */
  ping(): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** The name shown in `pg_stat_activity`, such as `shop api 4711`. */
  applicationName: string
  /** The maximum number of connections (default 10). */
  max?: number
  /** The statement timeout (default 10 s); 0 disables it, for migrations and builds. */
  statementTimeoutMs?: number
}

const connectTimeoutMs = 5_000

/** A new connection plans its prepared statements again, for the current tables. */
const mostUsesOfConnection = 10_000

/** Searches finish in a few ms, but the planner estimates so high a cost that JIT compilation would take longer. */
const settings = { jit: 'off' }

/** Connects lazily, at the first query. Every wait has a timeout. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000
  const pool = new Pool({
    connectionString: withSettings(url, settings),
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxUses: mostUsesOfConnection,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // A little longer than the server's own limit, so it only applies when the server has stopped responding.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 2_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    types: sessionTypes,
  })
  // The pool replaces a connection that breaks while idle; without a listener, its error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db: Db = new Kysely<unknown>({ dialect: new ShopDialect({ pool: guardedPool(pool) }) })
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
