import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { OperatorError } from '../domain/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { isRunning } from '../process/system-error.ts'
import { databaseFailure } from './failure.ts'

/** One process's exclusive right to run its roles on the data. It ends with the process, even after a crash. */
export type DataLock = { release(): Promise<void> }

export type DataLockOptions = {
  /** The URL of the database that holds the data. */
  url: string
  /** The roles of this process, such as `api`. A role runs in at most one process per data folder. */
  roles: readonly string[]
  log: Log
  /** Called when another process took the lock while the connection was broken: this process must stop. */
  onLost(error: OperatorError): void
}

/** The first half of the advisory lock's key; the second half is a hash of the role. */
const lockClass = 7_362
/** Postgres usually notices immediately that a process was killed; under load it can take a moment. */
const patienceMs = { holderIsAlive: 300, holderIsGone: 1_500 }
const retryPauseMs = 50
const retakePauseMs = 250

/**
 * Takes the lock of every role, in the given order, or none at all.
 * @throws OperatorError that names the process holding a lock
 */
export async function lockData(options: DataLockOptions): Promise<DataLock> {
  return new HeldLock(options, await takeAll(options))
}

/** Taken again when its connection breaks, so that a restart of the database does not stop the process. */
class HeldLock implements DataLock {
  readonly #options: DataLockOptions
  #session: Client
  #isReleased = false

  constructor(options: DataLockOptions, session: Client) {
    this.#options = options
    this.#session = session
    this.#watch()
  }

  async release(): Promise<void> {
    this.#isReleased = true
    await this.#session.end().catch(() => undefined)
  }

  #watch(): void {
    this.#session.once('end', () => void this.#retake())
  }

  async #retake(): Promise<void> {
    while (!this.#isReleased) {
      await sleep(retakePauseMs)
      try {
        this.#session = await takeAll(this.#options)
        // A release during the attempt has closed only the broken session.
        if (this.#isReleased) await this.#session.end()
        else this.#watch()
        return
      } catch (error) {
        if (error instanceof OperatorError) return this.#options.onLost(error)
        this.#options.log.warn({ err: error }, 'lost the lock on the data: taking it again')
      }
    }
  }
}

async function takeAll({ url, roles }: DataLockOptions): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: `shop ${roles.join('+')} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (const role of roles) await take(client, role)
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    throw databaseFailure(error)
  }
}

async function take(client: Client, role: string): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      lockClass,
      role,
    ])
    if (rows[0]?.taken === true) return
    const holder = await findHolder(client, role)
    const isAlive = holder !== undefined && isRunning(holder.pid)
    if (Date.now() - begun > (isAlive ? patienceMs.holderIsAlive : patienceMs.holderIsGone)) throw refusal(role, holder)
    await sleep(retryPauseMs)
  }
}

type Holder = { pid: number; roles: string }

async function findHolder(client: Client, role: string): Promise<Holder | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $1 and objid = (hashtext($2)::bigint & 4294967295)::oid and granted
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [lockClass, role],
  )
  const [, roles, pid] = /^shop (\S+) (\d+)$/.exec(rows[0]?.name ?? '') ?? []
  return roles === undefined ? undefined : { roles, pid: Number(pid) }
}

function refusal(role: string, holder: Holder | undefined): OperatorError {
  const who = holder === undefined ? 'another process' : `process ${holder.pid} (${holder.roles.replaceAll('+', ', ')})`
  return new OperatorError(
    `this data folder is in use: ${who} already runs the shop's ${role} on it`,
    `Stop that process first${holder === undefined ? '' : ` (kill ${holder.pid})`}, or set DATA_DIR and PORT to run a second shop alongside it.`,
  )
}
