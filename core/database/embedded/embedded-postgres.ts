import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeLiteral, type Client } from 'pg'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { assertClusterIsNotLost, makeCluster, superuser, type Cluster } from './cluster.ts'
import { reachServer, stopServer, type ReachedServer } from './server.ts'
import type { ServerOptions } from './start.ts'
import { databaseFailure } from '../failure.ts'
import { visitorSession } from '../process-name.ts'

export type EmbeddedPostgres = {
  /** The shop's database, as its owner, who is no superuser. */
  url: string
  /** The server's own database, as its superuser: to make and drop databases. */
  adminUrl: string
  /** Where its files are. */
  folder: string
  /** Stops the server, unless another process of the shop uses it. */
  close(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** As `openDataFolder` returned it: the cluster is its folder `postgres`. */
  dataDir: string
  /** Of superuser and owner: letters and digits. It belongs to the cluster for good. */
  password: string
  log: Log
  /** False for tests: a crash may cost everything. */
  isDurable?: boolean
}

const shopName = 'shop'

/** Held (shared) by every process that uses the server; whoever gets it alone may stop the server. */
const presenceLock = 7_362_001
/** Held while the shop's database is made. */
const creationLock = 7_362_002

const folderName = 'postgres'

/** Whether this data folder has had one before. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(join(dataDir, folderName))
}

/** Before anything else is made for it. @throws OperatorError where a database was made here once and is lost */
export function assertDatabaseIsNotLost(dataDir: string): Promise<void> {
  return assertClusterIsNotLost(join(dataDir, folderName))
}

/**
 * Opens the shop's own Postgres in the data folder: makes it on the first start, takes over a server that still runs,
 * starts one otherwise, and again whenever it goes away while the shop runs.
 * @throws OperatorError where that cannot be, with the reason and the remedy
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = join(options.dataDir, folderName)
  const account = await chooseAccount(folder)
  const binaries = await findBinaries(join(options.dataDir, 'postgres-libraries'))
  const cluster: Cluster = { folder, binaries, account, password: options.password }
  await makeCluster(cluster)
  cluster.folder = await realpath(folder)
  const serverOptions: ServerOptions = {
    log: options.log,
    isDurable: options.isDurable ?? true,
    applicationName: visitorSession('presence'),
  }
  const presence = await enter(cluster, serverOptions)
  await makeShopDatabase(presence.client, options.password)
  const keeper = new ServerKeeper(cluster, { ...serverOptions, port: presence.port }, presence.client)
  const address = `${options.password}@127.0.0.1:${presence.port}`
  return {
    url: `postgres://${shopName}:${address}/${shopName}`,
    adminUrl: `postgres://${superuser}:${address}/postgres`,
    folder: cluster.folder,
    close: () => keeper.close(),
  }
}

/** Reaches the server and stays: from here on no other process stops it. */
async function enter(cluster: Cluster, options: ServerOptions): Promise<ReachedServer> {
  for (;;) {
    const reached = await reachServer(cluster, options)
    try {
      await reached.client.query(`select pg_advisory_lock_shared(${presenceLock})`)
      return reached
    } catch (error) {
      reached.client.end().catch(() => undefined)
      // Its last process was just stopping it: the next round starts it again.
      if (!(databaseFailure(error) instanceof EngineUnavailable)) throw error
    }
  }
}

/** Repeatable: a first start may have been killed between any two of its steps. */
async function makeShopDatabase(client: Client, password: string): Promise<void> {
  const found =
    'select (select count(*) from pg_roles where rolname = $1) + (select count(*) from pg_database where datname = $1) as count'
  const isThere = async () => Number((await client.query<{ count: string }>(found, [shopName])).rows[0]?.count) === 2
  if (await isThere()) return
  await client.query(`select pg_advisory_lock(${creationLock})`)
  if (!(await isThere())) {
    await client.query(`drop database if exists ${shopName}`)
    await client.query(`drop role if exists ${shopName}`)
    await client.query(`create role ${shopName} login password ${escapeLiteral(password)}`)
    await client.query(`create database ${shopName} owner ${shopName}`)
  }
  await client.query(`select pg_advisory_unlock(${creationLock})`)
}

const revivalPauseMs = 1_000

/** Holds on to the server by one connection: where that breaks, the server is gone and is started again. */
class ServerKeeper {
  readonly #cluster: Cluster
  readonly #options: ServerOptions
  #client: Client
  #revival: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(cluster: Cluster, options: ServerOptions, client: Client) {
    this.#cluster = cluster
    this.#options = options
    this.#client = client
    this.#watch()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#revival
    try {
      if (await this.#isAlone()) await stopServer(this.#cluster, this.#options.log)
    } catch (error) {
      if (!(databaseFailure(error) instanceof EngineUnavailable)) throw error
    } finally {
      await this.#client.end().catch(() => undefined)
    }
  }

  /** Asked and settled in one: a newcomer that finds the lock taken waits for the server's end, and starts it again. */
  async #isAlone(): Promise<boolean> {
    await this.#client.query(`select pg_advisory_unlock_shared(${presenceLock})`)
    const { rows } = await this.#client.query<{ alone: boolean }>(
      `select pg_try_advisory_lock(${presenceLock}) as alone`,
    )
    return rows[0]?.alone === true
  }

  #watch(): void {
    this.#client.once('end', () => {
      if (!this.#isClosing) this.#revival = this.#revive()
    })
  }

  async #revive(): Promise<void> {
    const { log } = this.#options
    log.warn('the embedded Postgres has ended: starting it again')
    while (!this.#isClosing) {
      try {
        this.#client = (await enter(this.#cluster, this.#options)).client
        this.#watch()
        log.info('the embedded Postgres answers again')
        return
      } catch (error) {
        log.error({ err: error }, 'the embedded Postgres does not start')
        await sleep(revivalPauseMs)
      }
    }
  }
}
