import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { allProjections } from '#modules/shop/manifests.ts'
import { eventually } from '../eventually.ts'
import { runOps, type OpsOutcome } from '../shop/ops-process.ts'
import { startPostgres15, type Postgres15 } from '../postgres/postgres-15.ts'
import { freshDatabase, type FreshDatabase } from '../postgres/postgres.ts'
import { openReplaceableLog } from '../replaceable-log/open.ts'
import type { LogBackup } from '../replaceable-log/servers.ts'
import { businessMailCounts } from '../shop/outbox.ts'
import { openTestShop, orderFor, type addProducts, type TestShop } from '../shop/shop.ts'
import { passphrase } from './restorable-shop.ts'
import { runManualCommand } from './manual.ts'

/** The settings that the manual tells operators to keep with the backups. */
const secrets = {
  PERSONAL_DATA_KEY: createHash('sha256').update('the key of the drill').digest('base64'),
  JWT_SECRET: createHash('sha256').update('the secret of the drill').digest('base64'),
  BACKUP_PASSPHRASE: passphrase,
}

export type Person = Awaited<ReturnType<TestShop['signUp']>>
export type Product = Awaited<ReturnType<typeof addProducts>>[number]

type Opening = Parameters<typeof openTestShop>[1] & { env?: Record<string, string> }

/** A shop on EventStoreDB (or its double) and Postgres 15, with the folder of its dumps. */
export type Drill = {
  /** The settings that the manual tells operators to keep. */
  secrets: Readonly<Record<string, string>>
  /** The operator's `DATA_DIR`, with a folder for each named backup. */
  folder: string
  /** Creates an empty database; resolves to its URL. */
  emptyDatabase(): Promise<string>
  /** Starts the shop on the log and this database; `env` names further engines. */
  open(databaseUrl: string, opening?: Opening): Promise<TestShop>
  /** Runs the operator's command line on the same log and database, in a separate process. */
  ops(databaseUrl: string, ...parameters: readonly string[]): Promise<OpsOutcome>
  /** A backup of the current data of EventStoreDB. */
  backUpLog(): Promise<LogBackup>
  /** Restores such a backup on another server. */
  restoreLog(backup: LogBackup): Promise<void>
  /** Runs `ops verify`, without read models that show event times if a restore of the log does not keep these. */
  verify(databaseUrl: string): Promise<OpsOutcome>
  /** Backups are named, so that a drill can keep an older one. */
  backUpDatabase(databaseUrl: string, name?: string): Promise<void>
  backUpPersons(databaseUrl: string, name?: string): Promise<void>
  /** Restores into an empty database; resolves to its URL. */
  restoreDatabase(name?: string): Promise<string>
  restorePersons(databaseUrl: string, name?: string): Promise<void>
  close(): Promise<void>
}

export async function openDrill(): Promise<Drill> {
  const server: Postgres15 = await startPostgres15()
  const log = await openReplaceableLog()
  const folder = await mkdtemp(join(tmpdir(), 'shop-drill-'))
  const databases: FreshDatabase[] = []
  const shops: TestShop[] = []
  const settings = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl, EVENTSTORE_URL: log.url, ...secrets })

  async function emptyDatabase(): Promise<string> {
    const database = await freshDatabase(server.adminUrl)
    databases.push(database)
    return database.url
  }

  /** Runs a command of the manual in the folder of that backup. */
  async function run(command: string, databaseUrl: string, name = 'backup'): Promise<void> {
    const place = join(folder, name)
    await mkdir(place, { recursive: true })
    await runManualCommand(command, place, databaseUrl)
  }

  const ops: Drill['ops'] = (databaseUrl, ...parameters) =>
    runOps({ ...settings(databaseUrl), DATA_DIR: folder }, ...parameters)

  return {
    secrets,
    folder,
    emptyDatabase,
    async open(databaseUrl, { env = {}, ...opening } = {}) {
      const shop = await openTestShop({ ...settings(databaseUrl), ...env }, opening)
      shops.push(shop)
      return shop
    },
    ops,
    verify: (databaseUrl) => ops(databaseUrl, 'verify', ...(log.keepsTimes ? ['--all'] : withoutTimes)),
    backUpLog: () => log.backUp(),
    restoreLog: (backup) => log.restore(backup),
    backUpDatabase: (databaseUrl, name) => run('pg_dump --format=custom', databaseUrl, name),
    backUpPersons: (databaseUrl, name) => run('pg_dump --data-only', databaseUrl, name),
    async restoreDatabase(name) {
      const databaseUrl = await emptyDatabase()
      await run('pg_restore', databaseUrl, name)
      return databaseUrl
    },
    restorePersons: (databaseUrl, name) => run('psql', databaseUrl, name),
    async close() {
      for (const shop of shops) await shop.close()
      await log.close()
      for (const database of databases) await database.drop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The read models that show when an event was written. */
const withTimes = new Set(['event-log', 'product-list', 'product-search'])

const withoutTimes = allProjections.map(({ name }) => name).filter((name) => !withTimes.has(name))

/** Places an order for one item; resolves to its id. */
export async function placeOrder(shop: Pick<TestShop, 'call'>, person: Person, product: Product): Promise<string> {
  const placed = await shop.call('POST', '/api/orders', { token: person.accessToken, body: orderFor([[product, 1]]) })
  expect(placed.status).toBe(201)
  return placed.body.orderId
}

/** The buyer's name by order id, from the admin's list. */
export async function listedOrders(shop: TestShop): Promise<Record<string, string>> {
  const { body, status, text } = await shop.call('GET', '/api/orders?size=100', { token: shop.adminToken })
  if (status !== 200) throw new Error(text)
  type Listed = { orderId: string; shipping: { name: string } }
  return Object.fromEntries(body.content.map(({ orderId, shipping }: Listed) => [orderId, shipping.name]))
}

/** Waits until the mails about orders and service requests in each state have these counts; 0 by default. */
export function mailsBecome(shop: TestShop, counts: { held?: number; done?: number }): Promise<void> {
  return eventually(async () => {
    expect(await businessMailCounts(shop)).toEqual({ waiting: 0, held: 0, failed: 0, done: 0, ...counts })
  }, 30_000)
}
