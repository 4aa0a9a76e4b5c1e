import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'

/** Postgres truncates an `application_name` to this many bytes. */
const maxLength = 63

/** Processes in different containers may have the same pid, so a random part distinguishes them. */
const ownMark = `${process.pid}-${randomBytes(4).toString('hex')}`

type NamedProcess = {
  /** The roles of the process, such as `api`; empty for a visitor, that is a run of the operator's command line. */
  roles: readonly string[]
  /** The host of PUBLIC_URL, if set. */
  host: string | undefined
}

/**
 * The name of a shop process in `pg_stat_activity`: `shop api 4711 shop.example.in`, or, for a visitor,
 * `shop visitor 4711-9f3c21ab shop.example.in`.
 */
export function processName({ roles, host }: NamedProcess): string {
  const name = roles.length === 0 ? sessionName('visitor') : `shop ${roles.join('+')} ${process.pid}`
  return host === undefined ? name : `${name} ${host}`.slice(0, maxLength)
}

/** The name of a session that a process has whatever its roles are: `shop listener 4711-9f3c21ab`. */
export function sessionName(kind: 'visitor' | 'listener' | 'presence'): string {
  return `shop ${kind} ${ownMark}`
}

/** The names of the shop processes on this database whose PUBLIC_URL has a host other than `host`. */
export async function processesOfOtherHosts(db: Kysely<unknown>, host: string): Promise<string[]> {
  const names = await processNames(db)
  return names.filter((name) => {
    const other = /^shop (?!visitor)\S+ \d+ (\S+)$/.exec(name)?.[1]
    // Postgres truncates long hosts.
    return other !== undefined && !host.startsWith(other) && !other.startsWith(host)
  })
}

/** The names of the other shop processes on this database; this process is a visitor. */
export async function otherProcesses(db: Kysely<unknown>): Promise<string[]> {
  const own = new RegExp(`^shop (visitor|listener|presence) ${ownMark}\\b`)
  return (await processNames(db)).filter((name) => !own.test(name))
}

async function processNames(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ '^shop ' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
