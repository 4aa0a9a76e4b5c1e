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
import { sessionName } from '../process-name.ts'

export type EmbeddedPostgres = {
  /**
   * The shop's database, as its owner, which is not a superuser. Its parameter `host` is the folder of the server's Unix
   * socket, if it has one; without the parameter, the URL leads to the same server over TCP.
   */
  url: string
  /** The server's `postgres` database, as superuser: for creating and dropping databases. */
  adminUrl: string
  /** The folder of its files. */
  folder: string
  /** Stops the server, unless another process of the shop uses it. */
  close(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** As returned by `openDataFolder`; the cluster is in its subfolder `postgres`. */
  dataDir: string
  /** The password of both superuser and owner, in letters and digits. It is fixed when the cluster is created. */
  password: string
  log: Log
  /** False only in tests: a crash may then lose all data. */
  isDurable?: boolean
}

const shopName = 'shop'

/** Held in shared mode by every process that uses the server; a process that gets it exclusively may stop it. */
const presenceLock = 7_362_001
/** Held while the shop's database is created. */
const creationLock = 7_362_002

const folderName = 'postgres'

/** Whether an embedded Postgres has run in this data folder before. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(join(dataDir, folderName))
}

/** Call before creating anything else for it. @throws OperatorError if a database was created here and is lost */
export function assertDatabaseIsNotLost(dataDir: string): Promise<void> {
  return assertClusterIsNotLost(join(dataDir, folderName))
}

/**
 * Opens the shop's own Postgres in the data folder: creates it on the first start, takes over a server that still
 * runs or else starts one, and restarts it whenever it ends while the shop runs.
 * @throws OperatorError if it cannot be opened, with the reason and the remedy
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
    applicationName: sessionName('presence'),
  }
  const presence = await enter(cluster, serverOptions)
  await makeShopDatabase(presence.client, options.password)
  const keeper = new ServerKeeper(cluster, { ...serverOptions, port: presence.port }, presence.client)
  const address = `${options.password}@127.0.0.1:${presence.port}`
  const socket = presence.socketFolder === undefined ? '' : `?host=${encodeURIComponent(presence.socketFolder)}`
  return {
    url: `postgres://${shopName}:${address}/${shopName}${socket}`,
    adminUrl: `postgres://${superuser}:${address}/postgres${socket}`,
    folder: cluster.folder,
    close: () => keeper.close(),
  }
}

/** Connects to the server and takes the presence lock: from then on no other process stops it. */
async function enter(cluster: Cluster, options: ServerOptions): Promise<ReachedServer> {
  for (;;) {
    const reached = await reachServer(cluster, options)
    try {
      await reached.client.query(`select pg_advisory_lock_shared(${presenceLock})`)
      return reached
    } catch (error) {
      reached.client.end().catch(() => undefined)
      // The last process to use it was just stopping it: the next attempt starts it again.
      if (!(databaseFailure(error) instanceof EngineUnavailable)) throw error
    }
  }
}

/** Idempotent: an earlier first start may have been killed between any two of these steps. */
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

/** Watches the server through one connection: if that breaks, the server has ended and is started again. */
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

  /** Checks by taking the lock exclusively: a process that arrives later waits for the server's end and restarts it. */
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
    log.warn('the embedded Postgres has ended: restarting it')
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
