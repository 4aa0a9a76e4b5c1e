import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { eventually } from '#test/support/eventually.ts'
import { newDataDir, openCluster } from '#test/support/postgres/clusters.ts'
import { startPostgresProcess } from '#test/support/postgres/processes.ts'

let dataDir: string

const open = (folder = dataDir, password?: string) => openCluster(folder, password)

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

/** Resolves once no server runs. On a busy machine it may still be writing its last checkpoint when the shop has stopped. */
const ends = () => eventually(async () => expect(await serverPid()).toBeUndefined(), 60_000)

const otherSessions = `select count(*)::int as answer from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

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
    await ends()
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

  test('is reached through its Unix socket although its pid file is half written', async () => {
    postgres = await open()
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const text = await readFile(pidFile, 'utf8')
    await writeFile(pidFile, text.slice(0, text.lastIndexOf('/postgres\n') + 1))
    const other = await open()
    await writeFile(pidFile, text)
    expect(other.url).toBe(postgres.url)
    await other.close()
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
    // The server takes a moment to notice that the killed process is gone; until then the shop leaves it running.
    const { adminUrl } = postgres
    await eventually(async () => expect(await ask(adminUrl, otherSessions)).toEqual([1]))
    await postgres.close()
    await ends()
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
  await ends()
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log', 'postgres.made'])
  await rm(dataDir, { recursive: true })
})
