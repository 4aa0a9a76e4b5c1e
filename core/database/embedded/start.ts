import type { ChildProcess } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { OperatorError } from '../../domain/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { spawnAs } from './account.ts'
import { startError, startErrorIn } from './cannot-run.ts'
import { damaged, diskFull, saysDiskFull, type Cluster } from './cluster.ts'
import { socketFolder } from './unix-socket.ts'

export type ServerOptions = {
  log: Log
  /** The port to listen on, if other processes already have URLs with it; by default any free port. */
  port?: number
  /** False trades durability for speed: for tests only. */
  isDurable: boolean
  applicationName: string
}

/** The file that the server logs to, next to its folder. */
export function logFile(cluster: Cluster): string {
  return `${cluster.folder}.log`
}

/**
 * Returns a function that starts the server, unless it is already starting.
 * @throws OperatorError with the server's reason if it ended, unless it ended because another process started one first
 */
export function serverStarter(cluster: Cluster, options: ServerOptions): () => Promise<void> {
  let own: StartedServer | undefined
  return async () => {
    if (own?.hasExited() === false) return
    await own?.complainUnlessRaced()
    own = await startServer(cluster, options)
  }
}

type StartedServer = { hasExited(): boolean; complainUnlessRaced(): Promise<void> }

async function startServer(cluster: Cluster, options: ServerOptions): Promise<StartedServer> {
  const port = options.port ?? (await freePort())
  const { endOf, logOffset } = await spawnServer(
    cluster,
    settings(port, await socketFolder(cluster.folder), options.isDurable),
  )
  options.log.debug({ folder: cluster.folder, port }, 'starting the embedded Postgres')
  return {
    hasExited: () => endOf() !== undefined,
    async complainUnlessRaced() {
      const output = (await readFile(logFile(cluster), 'utf8').catch(() => '')).slice(logOffset)
      if (/already exists|Address already in use|still in use|shared memory block/.test(output)) return
      if (saysDiskFull(output)) throw diskFull(cluster.folder)
      const end = startErrorIn(output) ?? endOf()
      throw end instanceof OperatorError ? end : startFailed(cluster, reasonIn(output) ?? end ?? 'it gave no reason')
    },
  }
}

type End = string | OperatorError | undefined

type SpawnedServer = { endOf: () => End; logOffset: number }

async function spawnServer(cluster: Cluster, flags: string[]): Promise<SpawnedServer> {
  await keepLogShort(logFile(cluster))
  const log = await open(logFile(cluster), 'a', 0o600)
  try {
    const { size } = await log.stat()
    const child = spawnAs(cluster.account, [cluster.binaries.postgres, '-D', cluster.folder, ...flags], {
      env: cluster.binaries.env,
      stdio: ['ignore', log.fd, log.fd],
    })
    return { endOf: watchEnd(child, cluster.binaries.postgres), logOffset: size }
  } finally {
    await log.close()
  }
}

/** Call in the same tick as the spawn: a server that cannot start may have ended by the next one. */
function watchEnd(child: ChildProcess, program: string): () => End {
  let end: End
  child.once('error', (error) => (end = startError(program, error)))
  child.once('exit', (code, signal) => (end ??= `it ended with ${signal ?? `code ${code}`}`))
  child.unref()
  return () => end
}

const longestLog = 10_000_000

async function keepLogShort(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size > longestLog) await rename(path, `${path}.1`)
}

function reasonIn(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => /PANIC|FATAL|error while loading/.test(line))
  return lines.findLast((line) => line.includes('PANIC') || lines.length === 1)?.replace(/^.*?(PANIC|FATAL): +/, '')
}

const signsOfDamage =
  /checkpoint|pg_control|WAL|checksum|invalid|corrupt|incompatible|could not open file|could not read/i

function startFailed(cluster: Cluster, reason: string): OperatorError {
  if (signsOfDamage.test(reason)) {
    return damaged(cluster.folder, reason)
  }
  return new OperatorError(
    `the embedded Postgres in ${cluster.folder} does not start: ${reason}`,
    `See ${logFile(cluster)}, or set DATABASE_URL to another Postgres server.`,
  )
}

/** Sized for a machine with two cores. The server's log must hold no values, which may be personal data. */
function settings(port: number, sockets: string, isDurable: boolean): string[] {
  const fixed = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
  // Tests run several shops at once, each in several processes.
  const ofTests = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400 }
  const overrides = isDurable ? {} : ofTests
  return Object.entries({ ...fixed, ...overrides }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
