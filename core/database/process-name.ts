import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'

/** As many bytes as Postgres keeps of an `application_name`. */
const maxLength = 63

/** Processes in different containers may have the same pid, so that it takes something random to tell them apart. */
const ownMark = `${process.pid}-${randomBytes(4).toString('hex')}`

type NamedProcess = {
  /** What the process does, such as `api`; empty for a visitor of the command line. */
  roles: readonly string[]
  /** The host of PUBLIC_URL, where it is set. */
  host: string | undefined
}

/**
 * What `pg_stat_activity` shows of a process of the shop: `shop api 4711 shop.example.in`, or of a visitor of the command line
 * `shop visitor 4711-9f3c21ab shop.example.in`.
 */
export function processName({ roles, host }: NamedProcess): string {
  const name = roles.length === 0 ? visitorSession('visitor') : `shop ${roles.join('+')} ${process.pid}`
  return host === undefined ? name : `${name} ${host}`.slice(0, maxLength)
}

/** The name of a session that every process has, whatever it does: `shop listener 4711-9f3c21ab`. */
export function visitorSession(kind: 'visitor' | 'listener' | 'presence'): string {
  return `shop ${kind} ${ownMark}`
}

/** The processes of a shop on this database that have another PUBLIC_URL than `host`, by their names. */
export async function processesOfOtherHosts(db: Kysely<unknown>, host: string): Promise<string[]> {
  const names = await processNames(db)
  return names.filter((name) => {
    const other = /^shop (?!visitor)\S+ \d+ (\S+)$/.exec(name)?.[1]
    // Long hosts are cut off.
    return other !== undefined && !host.startsWith(other) && !other.startsWith(host)
  })
}

/** The processes of the shop on this database besides this one, which is a visitor. */
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
