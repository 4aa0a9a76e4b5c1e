import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { OperatorError } from '../domain/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { isRunning } from '../process/system-error.ts'
import { databaseFailure } from './failure.ts'

/** The right of one process to play its roles on the data. It ends with the process, however that ends. */
export type DataLock = { release(): Promise<void> }

export type DataLockOptions = {
  /** Of the database that the data is in. */
  url: string
  /** What this process does, such as `api`; no two processes do the same on one data folder. */
  roles: readonly string[]
  log: Log
  /** Called when the lock was lost with its connection and another process took it meanwhile: this one must stop. */
  onLost(error: OperatorError): void
}

/** The first half of the advisory locks' keys; the second stands for the role. */
const lockClass = 7_362
/** Postgres notices at once that a killed process is gone; under load it may take a moment. */
const patience = { holderLives: 300, holderIsGone: 1_500 }
const retryPauseMs = 50
const retakePauseMs = 250

/**
 * Takes the lock of each role, in their order, or none of them.
 * @throws OperatorError that names the process which has it
 */
export async function lockData(options: DataLockOptions): Promise<DataLock> {
  return new HeldLock(options, await takeAll(options))
}

/** Taken again where its connection breaks: the database's restart is no reason to stop. */
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
        // A release that came in between found the broken session only.
        if (this.#isReleased) await this.#session.end()
        else this.#watch()
        return
      } catch (error) {
        if (error instanceof OperatorError) return this.#options.onLost(error)
        this.#options.log.warn({ err: error }, 'the lock on the data is lost: taking it again')
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
    const lives = holder !== undefined && isRunning(holder.pid)
    if (Date.now() - begun > (lives ? patience.holderLives : patience.holderIsGone)) throw refusal(role, holder)
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
    `Stop that one first${holder === undefined ? '' : ` (kill ${holder.pid})`}, or set DATA_DIR and PORT to run a second shop beside it.`,
  )
}
