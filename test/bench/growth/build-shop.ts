import type { Pool } from 'pg'
import { readConfig } from '#core/config/config.ts'
import { eventCodec } from '#core/event-store/codec/codec.ts'
import { followed } from '#core/projections/continuity/followed.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { openLog } from '#core/telemetry/log.ts'
import { openInfrastructure, type Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop/manifests.ts'
import { startShopProcess } from '../../support/shop/shop-process.ts'
import { replay } from '../replay/process.ts'
import { fillLog } from './fill-log.ts'
import { history } from './history.ts'
import type { Size } from './sizes.ts'

/** What it took to build a shop; `slowest` is the read model that took longest. */
export type Built = {
  events: number
  filledIn: number
  replayedIn: number
  replayMegabytes: number
  slowest: { name: string; seconds: number }
  /** The size of the database, without the write-ahead log. */
  bytes: number
}

export const adminPassword = 'a shop that is only measured'

export function environmentOf(dataDir: string): Record<string, string> {
  return { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'error', BUDGET_SCALE: '0' }
}

/** Leaves a stopped shop of this size in the folder, whose read models its own replay has built. */
export async function buildShop(dataDir: string, size: Size): Promise<Built> {
  const env = environmentOf(dataDir)
  const first = await startShopProcess(env)
  await first.end('SIGTERM')
  return withInfrastructure(dataDir, async ({ databaseUrl, personalData, bulk }) => {
    const codec = eventCodec({ definitions: eventDefinitions, personalData })
    const filled = await timed(() => fillLog(databaseUrl, codec, history(size)))
    await skipReactions(bulk.pool)
    const replayed = await replay({ ...env, DATABASE_URL: databaseUrl }, '--all')
    // As autovacuum does within minutes.
    await bulk.pool.query('vacuum analyze')
    const sizes = await bulk.pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
    return {
      events: filled.result,
      filledIn: filled.seconds,
      replayedIn: replayed.seconds,
      replayMegabytes: replayed.megabytes,
      slowest: replayed.slowest,
      bytes: Number(sizes.rows[0]?.bytes),
    }
  })
}

async function withInfrastructure<T>(dataDir: string, work: (opened: Infrastructure) => Promise<T>): Promise<T> {
  const infrastructure = await openInfrastructure({
    config: readConfig(environmentOf(dataDir), dataDir),
    log: openLog('error'),
    roles: [],
    definitions: eventDefinitions,
    migrations: { ...moduleMigrations, ...projectionMigrations },
    followed,
    onLockLost: () => undefined,
  })
  try {
    return await work(infrastructure)
  } finally {
    await infrastructure.close()
  }
}

/** The reactors have followed the log: the mails of the orders have been sent. */
async function skipReactions(pool: Pool): Promise<void> {
  await pool.query(`
    update projection_checkpoints
    set position = newest.position, changed_position = newest.position, last_position = newest.position,
      last_id = newest.id, last_is_known = true
    from (select position, id from events order by position desc limit 1) newest
    where kind = 'reactor'`)
  await pool.query(`
    insert into notifications (id, event_id, channel, kind, stream, revision, event_at, caused_by, recipient_id, status,
      attempts, message_id, created_at, sent_at)
    select id || '-email', id, 'email', 'order-placed', stream, revision, at, metadata->'by'->>'id', metadata->'by'->>'id',
      'sent', 1, id || '@shop', at, at
    from events where type = 'OrderPlaced' order by position`)
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const begun = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - begun) / 1_000 }
}
