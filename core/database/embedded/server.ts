import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { OperatorError } from '../../domain/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { codeOf } from '../../process/system-error.ts'
import { damaged, superuser, type Cluster } from './cluster.ts'
import { findPostmaster, isWritingPidFile } from './postmaster.ts'
import { logFile, serverStarter, type ServerOptions } from './start.ts'
import { removeStaleSockets } from './unix-socket.ts'

/** Crash recovery replays at most `max_wal_size`, which takes far less than this. */
const patienceMs = 120_000
const slowMs = 3_000

/** A connection as superuser, and where the server listens; an older version of the shop has started it without a socket. */
export type ReachedServer = { client: Client; port: number; socketFolder: string | undefined }

/**
 * Connects as superuser to the cluster's server. Takes over a server that a killed shop left running, waits for one
 * that is recovering or shutting down, and starts one if none runs.
 * @throws OperatorError if it does not start, with the reason
 */
export async function reachServer(cluster: Cluster, options: ServerOptions): Promise<ReachedServer> {
  const start = serverStarter(cluster, options)
  const slow = setTimeout(() => {
    options.log.warn({ folder: cluster.folder }, 'the embedded Postgres is not ready: it recovers or shuts down')
  }, slowMs)
  try {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(30)) {
      const reached = await tryToReach(cluster, { start, applicationName: options.applicationName })
      if (reached !== undefined) return reached
    }
  } finally {
    clearTimeout(slow)
  }
  throw new OperatorError(
    `the embedded Postgres in ${cluster.folder} is not ready after ${patienceMs / 1000} s`,
    `See ${logFile(cluster)}; kill its process if it hangs, then start the shop again.`,
  )
}

type Reaching = { start: () => Promise<void>; applicationName: string }

async function tryToReach(cluster: Cluster, options: Reaching): Promise<ReachedServer | undefined> {
  if (await isWritingPidFile(cluster.folder)) return undefined
  const running = await findPostmaster(cluster.folder)
  if (running === undefined) await options.start()
  if (running?.port === undefined) return undefined
  const client = await connect(cluster, running.port, options.applicationName)
  if (client === undefined) return undefined
  await removeStaleSockets(cluster.folder, running.port)
  return { client, port: running.port, socketFolder: await socketFolderOf(client) }
}

/** Queried from the server, because the pid file may be read while the server is still writing the folder to it. */
async function socketFolderOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ folder: string }>("select current_setting('unix_socket_directories') as folder")
  return rows[0]?.folder || undefined
}

/** The codes of a server that is starting, recovering or shutting down, or that has no connection left. */
const notYet = /^(57P0[1-3]|53300|ECONN.*|EPIPE|ETIMEDOUT|)$/

async function connect(cluster: Cluster, port: number, applicationName: string): Promise<Client | undefined> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password: cluster.password,
    database: 'postgres',
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    const code = codeOf(error)
    if (code === '28P01' || code === '28000') throw wrongPassword(cluster, error)
    if (code === '3D000' || code.startsWith('XX')) throw damaged(cluster.folder, String(error))
    if (notYet.test(code)) return undefined
    throw error
  }
}

function wrongPassword(cluster: Cluster, cause: unknown): OperatorError {
  return new OperatorError(
    `the database in ${cluster.folder} refuses the password in the shop's secrets folder next to it`,
    'The two do not belong together: restore both from the same backup.',
    { cause },
  )
}

const shutdownMs = 8_000

/** Stops the server with a fast shutdown: it rolls back open transactions, writes a checkpoint and ends. */
export async function stopServer(cluster: Cluster, log: Log): Promise<void> {
  const running = await findPostmaster(cluster.folder)
  if (running === undefined) return
  process.kill(running.pid, 'SIGINT')
  const begun = Date.now()
  while ((await findPostmaster(cluster.folder))?.pid === running.pid) {
    if (Date.now() - begun > shutdownMs) {
      log.warn({ pid: running.pid }, 'the embedded Postgres is still shutting down, and will finish in the background')
      return
    }
    await sleep(20)
  }
}
