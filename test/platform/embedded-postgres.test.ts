import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { openEmbeddedPostgres, type EmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { eventually } from '#test/support/eventually.ts'
import { processPassword, startPostgresProcess } from '#test/support/postgres/processes.ts'
import { startShop } from '#modules/shop/start/shop.ts'

let dataDir: string

const newDataDir = async () => realpath(await mkdtemp(join(tmpdir(), 'shop-postgres-')))
const open = (folder = dataDir, password = processPassword) =>
  openEmbeddedPostgres({ dataDir: folder, password, log: silentLog, isDurable: false })

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ answer: unknown }>(question)).rows.map(({ answer }) => answer)
  } finally {
    await client.end()
  }
}

/** The server's process id; undefined if none runs. */
async function serverPid(folder = dataDir): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0]) || undefined
}

describe('the embedded Postgres', () => {
  let postgres: EmbeddedPostgres | undefined

  beforeAll(async () => {
    dataDir = await newDataDir()
    // What a first start leaves behind when it is killed.
    await mkdir(join(dataDir, 'postgres.new-999999999-ab'))
  })
  afterEach(async () => {
    await postgres?.close()
    postgres = undefined
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('is created by the first start, for a role that is not a superuser', async () => {
    postgres = await open()
    expect(await ask(postgres.url, "select current_setting('is_superuser') as answer")).toEqual(['off'])
    await ask(postgres.url, 'create table kept as select 1 as answer')
    await ask(postgres.url, 'create extension pg_trgm')
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log', 'postgres.made'])
  })

  test('stops with the shop, and has kept everything when it starts again', async () => {
    postgres = await open()
    expect(await ask(postgres.url, 'select answer from kept')).toEqual([1])
    await postgres.close()
    expect(await serverPid()).toBeUndefined()
  })

  test('handles non-ASCII letters, including Devanagari: upper case, words and trigrams', async () => {
    postgres = await open()
    expect(await ask(postgres.url, "select lower('ÉCG MONITOR Ω') as answer")).toEqual(['écg monitor ω'])
    expect(await ask(postgres.url, "select similarity('ऑक्सीजन', 'ऑक्सीजन मशीन') > 0.3 as answer")).toEqual([true])
    expect(await ask(postgres.url, "select 'दवा' ~ '^[[:alpha:]]+$' as answer")).toBeDefined()
  })

  test('listens on the loopback address only, and requires its password', async () => {
    postgres = await open()
    expect(await ask(postgres.adminUrl, "select current_setting('listen_addresses') as answer")).toEqual(['127.0.0.1'])
    const url = new URL(postgres.url)
    url.password = 'guessed'
    await expect(ask(url.href, 'select 1 as answer')).rejects.toThrow('password authentication failed')
  })

  test('is reached through a Unix socket in its folder, and over TCP by a URL without it', async () => {
    postgres = await open()
    const overTcp = 'select inet_server_addr() is not null as answer'
    expect(await ask(postgres.url, overTcp)).toEqual([false])
    const url = new URL(postgres.url)
    url.searchParams.delete('host')
    expect(await ask(url.href, overTcp)).toEqual([true])
  })

  test('is reached over TCP if the path of a socket would be too long', async () => {
    const far = join(await newDataDir(), 'a'.repeat(80))
    await mkdir(far)
    const server = await open(far)
    expect(await ask(server.url, 'select inet_server_addr() is not null as answer')).toEqual([true])
    await server.close()
    await rm(far, { recursive: true })
  })

  test('is reached over TCP if its folder cannot hold a socket', async () => {
    const taken = join(dataDir, 'postgres', `.s.probe-${process.pid}`)
    await mkdir(taken)
    postgres = await open()
    expect(await ask(postgres.url, 'select inet_server_addr() is not null as answer')).toEqual([true])
    await rm(taken, { recursive: true })
  })

  test('removes the sockets of killed servers', async () => {
    const stale = join(dataDir, 'postgres', '.s.PGSQL.5432')
    for (const path of [stale, `${stale}.lock`]) await writeFile(path, '')
    postgres = await open()
    const port = new URL(postgres.url).port
    const left = (await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('.s.'))
    expect(left.toSorted()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`])
  })

  test('serves every process of the shop and stops with the last one', async () => {
    postgres = await open()
    const other = await startPostgresProcess(dataDir)
    expect(other.said).toBe(`ready ${postgres.url}`)
    expect(await other.end('SIGTERM')).toBe(0)
    expect(await ask(postgres.url, 'select answer from kept')).toEqual([1])
  })

  test('survives a killed shop, and the next start takes it over', async () => {
    const killed = await startPostgresProcess(dataDir)
    const pid = await serverPid()
    await killed.end('SIGKILL')
    expect(await serverPid()).toBe(pid)
    postgres = await open()
    expect(`ready ${postgres.url}`).toBe(killed.said)
    expect(await serverPid()).toBe(pid)
    await postgres.close()
    expect(await serverPid()).toBeUndefined()
  })

  test('is restarted at the same address when it is killed', async () => {
    postgres = await open()
    const { url } = postgres
    const pid = await serverPid()
    process.kill(pid ?? 0, 'SIGKILL')
    await eventually(async () => expect(await ask(url, 'select answer from kept')).toEqual([1]), 60_000)
    expect(await serverPid()).not.toBe(pid)
  })

  test('starts although its process id now belongs to another program', async () => {
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n5432\n\n\n\n`)
    postgres = await open()
    expect(await ask(postgres.url, 'select answer from kept')).toEqual([1])
  })

  test('starts although its process id belongs to a process of another account', async () => {
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `1\n${dataDir}/postgres\n1\n5432\n\n\n\n`)
    postgres = await open()
    expect(await ask(postgres.url, 'select answer from kept')).toEqual([1])
  })

  test.each([
    ['empty', ''],
    ['full of zeros', '\0'.repeat(64)],
    ['without a process id', 'garbage\n'],
  ])('starts although a power cut has left its pid file %s', async (_, content) => {
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), content)
    postgres = await open()
    expect(await ask(postgres.url, 'select answer from kept')).toEqual([1])
  })

  test('is found through a link to it', async () => {
    const link = `${dataDir}-link`
    await mkdir(link)
    await symlink(join(dataDir, 'postgres'), join(link, 'postgres'))
    postgres = await open()
    const same = await open(link)
    expect(same.url).toBe(postgres.url)
    await same.close()
    await rm(link, { recursive: true })
  })

  test('refuses a shop with the secrets of another', async () => {
    postgres = await open()
    await expect(open(dataDir, 'wrong')).rejects.toThrow('refuses the password')
  })

  test.runIf(process.getuid?.() === 0)('runs as the owner of its folder when root starts it', async () => {
    const folder = join(dataDir, 'postgres')
    const entries = await readdir(folder, { recursive: true })
    for (const entry of ['.', ...entries]) await chown(join(folder, entry), 65_534, 65_534)
    await chmod(dataDir, 0o711)
    postgres = await open()
    expect((await stat(`/proc/${await serverPid()}`)).uid).toBe(65_534)
  })
})

test('two simultaneous first starts create one server', async () => {
  dataDir = await newDataDir()
  const both = await Promise.all([startPostgresProcess(dataDir), startPostgresProcess(dataDir)])
  expect(both[0].said).toMatch(/^ready postgres:/)
  expect(both[1].said).toBe(both[0].said)
  expect(await Promise.all(both.map((one) => one.end('SIGTERM')))).toEqual([0, 0])
  expect(await serverPid()).toBeUndefined()
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log', 'postgres.made'])
  await rm(dataDir, { recursive: true })
})

describe('a database that was created earlier', () => {
  beforeAll(async () => {
    dataDir = await newDataDir()
    await (await open()).close()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test.each([
    { loss: 'is gone', leave: () => Promise.resolve() },
    // Like the mount point of a disk that is not mounted.
    { loss: 'is empty', leave: (folder: string) => mkdir(folder) },
    { loss: 'is a dangling link', leave: (folder: string) => symlink('/nowhere', folder) },
  ])('is never replaced by an empty one if its folder $loss', async ({ leave }) => {
    const [folder, away] = [join(dataDir, 'postgres'), join(dataDir, 'away')]
    await rename(folder, away)
    await leave(folder)
    const before = await readdir(dataDir, { recursive: true })
    await expect(open()).rejects.toMatchObject({
      name: 'OperatorError',
      message: `the database in ${folder} is lost: the folder is missing or empty`,
      remedy:
        'Nothing was created. Restore the folder from the backup; to start with an empty shop instead, move the whole data folder away.',
    })
    expect(await readdir(dataDir, { recursive: true })).toEqual(before)
    await rm(folder, { recursive: true, force: true })
    await rename(away, folder)
    await (await open()).close()
  })

  test('is recorded as created even if the start that created it was killed before recording it', async () => {
    await rm(join(dataDir, 'postgres.made'))
    await (await open()).close()
    expect(await readdir(dataDir)).toContain('postgres.made')
  })

  test('is reported as lost before secrets are created for another', async () => {
    const folder = await newDataDir()
    await writeFile(join(folder, 'postgres.made'), '')
    const config = readConfig({ DATA_DIR: folder }, folder)
    const start = startShop({ config, roles: [], log: silentLog })
    await expect(start).rejects.toThrow(`${join(folder, 'postgres')} is lost`)
    expect(await readdir(folder)).toEqual(['postgres.made'])
    await rm(folder, { recursive: true })
  })
})

describe('a folder without an intact database is refused and left unchanged:', () => {
  beforeAll(async () => {
    dataDir = await newDataDir()
    await (await open()).close()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('one with other files in it', async () => {
    const folder = join(dataDir, 'photos', 'postgres')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'holiday.jpg'), 'beach')
    await expect(open(join(dataDir, 'photos'))).rejects.toThrow(`${folder} is damaged: its file PG_VERSION is missing`)
    expect(await readdir(folder)).toEqual(['holiday.jpg'])
  })

  test('one of another version of Postgres', async () => {
    const folder = join(dataDir, 'old', 'postgres')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'PG_VERSION'), '15\n')
    await expect(open(join(dataDir, 'old'))).rejects.toThrow('was created by Postgres 15')
  })

  test('one without its control file, or with garbage in it', async () => {
    const control = join(dataDir, 'postgres', 'global', 'pg_control')
    await cp(control, `${control}.kept`)
    await writeFile(control, Buffer.alloc(8192, 7))
    await expect(open()).rejects.toThrow(`${join(dataDir, 'postgres')} is damaged`)
    await rm(control)
    await expect(open()).rejects.toThrow('global/pg_control is missing')
    await cp(`${control}.kept`, control)
    await (await open()).close()
  })

  test('one whose write-ahead log is missing', async () => {
    const wal = join(dataDir, 'postgres', 'pg_wal')
    for (const segment of await readdir(wal)) if (/^[\dA-F]{24}$/.test(segment)) await rm(join(wal, segment))
    await expect(open()).rejects.toThrow(/damaged: could not (locate a valid checkpoint|open file)/)
  })
})
