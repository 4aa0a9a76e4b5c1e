import { PostgresConnection, runMigrations, type BackendFactory } from 'bullmq'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { databaseFailure } from '#core/database/failure.ts'
import { withSettings } from '#core/database/session/settings.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { Log } from '#core/telemetry/log.ts'
import { LeanBackend } from './postgres/lean-backend.ts'

/** Where the jobs are stored: what BullMQ needs to run its queues and workers there. */
export type JobStore = {
  engine: string
  factory: BackendFactory
  close(): Promise<void>
}

/** BullMQ's own schema. */
const schema = 'bullmq'

/** One for LISTEN, one for the check for stalled jobs, the others for jobs in progress. */
const connections = 4

/**
 * How long an idle worker relies on LISTEN before it polls. BullMQ's default is an hour, which is how long a lost
 * notification would delay a mail.
 */
const longestBlockSeconds = 30

/** How long a first connection may take, for example while other processes still hold the role's connections. */
const patienceMs = 15_000

/**
 * Stores jobs in the shop's own database, in a schema that BullMQ migrates itself.
 * @throws EngineUnavailable if the database does not answer or refuses a connection; other errors if it holds the
 * schema of a newer BullMQ
 */
export async function openPostgresJobStore(databaseUrl: string, log: Log): Promise<JobStore> {
  const pool = new Pool({
    // BullMQ sets the search path only on pools that it creates.
    connectionString: withSettings(databaseUrl, { search_path: schema }),
    application_name: 'shop jobs',
    max: connections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // BullMQ sets no timeouts, and its statements are short: one that hangs must not hold a job for ever.
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 5_000,
  })
  pool.on('error', (error) => log.debug({ err: error }, 'a connection of the job queue was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  return { engine: 'jobs', factory: factoryOn(pool), close: () => closePool(pool) }
}

async function migrate(pool: Pool): Promise<void> {
  const client = await connectPatiently(pool)
  try {
    await runMigrations(client, schema)
  } catch (error) {
    throw databaseFailure(error)
  } finally {
    client.release()
  }
}

async function connectPatiently(pool: Pool): Promise<PoolClient> {
  for (const begun = Date.now(); ; await sleep(250)) {
    try {
      return await pool.connect()
    } catch (error) {
      const failure = databaseFailure(error)
      if (!(failure instanceof EngineUnavailable) || Date.now() - begun > patienceMs) throw failure
    }
  }
}

/**
 * An abandoned worker retries at once after each failure, without a pause in which the process could exit: from here on
 * its calls never return.
 */
async function closePool(pool: Pool): Promise<void> {
  const ending = pool.end()
  Object.assign(pool, { query: never, connect: never })
  await ending
}

const never = () => Promise.withResolvers<never>().promise

/** Always uses this pool, whatever connection the queue's options name. */
function factoryOn(pool: Pool): BackendFactory {
  return (name, options) => {
    const backend = new LeanBackend(new CheckedConnection(pool), pool, { name, options })
    Object.defineProperty(backend, 'maximumBlockTimeout', { value: longestBlockSeconds })
    return backend
  }
}

/**
 * A connection to the schema that `migrate` has checked. BullMQ would check it again at its first call, and keep the
 * outcome: after one lost connection every later call fails, and a worker retries without ever yielding to the event
 * loop, so that the process no longer answers.
 */
class CheckedConnection extends PostgresConnection {
  override waitUntilReady(): Promise<void> {
    return Promise.resolve()
  }
}
