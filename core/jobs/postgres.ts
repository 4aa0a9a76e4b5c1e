import { createPostgresBackend, runMigrations, type BackendFactory } from 'bullmq'
import { Pool } from 'pg'
import { withSettings } from '#core/database/session-settings.ts'
import type { Log } from '#core/telemetry/log.ts'

/** Where the jobs are kept: what BullMQ needs to build its queues and workers on it. */
export type JobStore = {
  engine: string
  factory: BackendFactory
  close(): Promise<void>
}

/** BullMQ's own schema; its tables are its own business. */
const schema = 'bullmq'

/** One for LISTEN, one for the stalled check, the others for the jobs under way. */
const connections = 4

/**
 * How long an idle worker trusts LISTEN before it looks for itself. BullMQ would wait an hour, which is how long a lost
 * notification would keep a mail.
 */
const longestBlockSeconds = 30

/**
 * Keeps jobs in the shop's own database, in a schema that BullMQ migrates by itself.
 * @throws when the database does not answer, or holds the schema of a newer BullMQ
 */
export async function openPostgresJobStore(databaseUrl: string, log: Log): Promise<JobStore> {
  const pool = new Pool({
    // A pool that BullMQ did not build must carry the search path by itself.
    connectionString: withSettings(databaseUrl, { search_path: schema }),
    application_name: 'shop jobs',
    max: connections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // BullMQ sets no limits of its own, and its statements are short: one that hangs must not hold a job for ever.
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 5_000,
  })
  pool.on('error', (error) => log.debug({ err: error }, 'a connection of the job queue was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  const client = await pool.connect()
  try {
    await runMigrations(client, schema)
  } finally {
    client.release()
  }
  return { engine: 'jobs', factory: factoryOn(pool), close: () => closePool(pool) }
}

/**
 * A worker that was left behind asks again at once whenever it is refused, without a pause in which the process could end:
 * from here on it gets no answer at all.
 */
async function closePool(pool: Pool): Promise<void> {
  const ending = pool.end()
  Object.assign(pool, { query: never, connect: never })
  await ending
}

const never = () => Promise.withResolvers<never>().promise

/** The connection is always this pool, whatever the queue's options say. */
function factoryOn(pool: Pool): BackendFactory {
  return (name, options, extra) => {
    const backend = createPostgresBackend(name, { ...options, connection: pool }, extra)
    Object.defineProperty(backend, 'maximumBlockTimeout', { value: longestBlockSeconds })
    return backend
  }
}
