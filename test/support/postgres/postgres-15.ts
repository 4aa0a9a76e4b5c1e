import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseAccount, handOver, spawnAs } from '#core/database/embedded/account.ts'
import { databaseFolder } from './database-folder.ts'
import { eventually } from '../eventually.ts'
import { administer } from './postgres.ts'
import { freePort } from '../engines/programs.ts'

/** Debian's path of the oldest version that the shop supports. */
const programs = '/usr/lib/postgresql/15/bin'

export function hasPostgres15(): boolean {
  return existsSync(join(programs, 'initdb'))
}

/** The path of one of its programs, such as `pg_dump`. */
export function postgres15Program(name: string): string {
  return join(programs, name)
}

export type Postgres15 = {
  /** The superuser's URL; there is also a role `shop`, as on the embedded server. No password is required. */
  adminUrl: string
  close(): Promise<void>
}

/** Starts an empty server; `close` deletes its folder. */
export async function startPostgres15(): Promise<Postgres15> {
  const home = await mkdtemp(join(await databaseFolder(), 'postgres-15-test-'))
  const folder = join(home, 'data')
  await mkdir(folder, { mode: 0o700 })
  const account = await chooseAccount(folder)
  await handOver(folder, account)
  const port = await freePort()
  const run = (program: string, ...options: string[]) =>
    spawnAs(account, [postgres15Program(program), ...options], { env: { PATH: process.env['PATH'] }, stdio: 'ignore' })

  const initdb = run('initdb', `--pgdata=${folder}`, '--username=postgres', '--auth=trust', '--locale=C.UTF-8')
  const [code] = await once(initdb, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'timezone=UTC']
  const place = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const server = run('postgres', '-D', folder, ...[...place, ...quick].flatMap((setting) => ['-c', setting]))
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  await eventually(() => administer('create role shop login', adminUrl), 60_000)
  return {
    adminUrl,
    async close() {
      const ended = once(server, 'exit')
      // Postgres's signal for an immediate shutdown.
      server.kill('SIGQUIT')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}
