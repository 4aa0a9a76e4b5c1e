import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenericContainer } from 'testcontainers'
import { newId } from '#core/domain/ids.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openMeiliSearchIndex } from '#modules/catalogue/search/meilisearch/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { eventually } from '../eventually.ts'
import { freePort, hasDocker, programNamed } from './programs.ts'

export type TestMeili = { url: string; key: string | undefined; close(): Promise<void> }

/** A Meilisearch that can be killed and restarted with its data. */
export type MeiliProcess = TestMeili & { child(): ChildProcess; kill(): Promise<void>; restart(): Promise<void> }

const key = 'a master key for tests alone'

function program(): string | undefined {
  const named = process.env['MEILISEARCH_BIN']
  if (named) return existsSync(named) ? named : undefined
  return programNamed('meilisearch')
}

/** Whether one is available: by its URL, in Docker or as a local program. */
export function hasMeili(): boolean {
  return Boolean(process.env['TEST_MEILI_URL']) || hasDocker() || program() !== undefined
}

export function hasMeiliProgram(): boolean {
  return program() !== undefined
}

/** At `TEST_MEILI_URL`, tests create indexes named by new ids, and remove no others. */
export async function openMeili(): Promise<TestMeili> {
  const given = process.env['TEST_MEILI_URL']
  if (given) return { url: given, key: process.env['TEST_MEILI_KEY'], close: () => Promise.resolve() }
  if (program() !== undefined) return startMeili()
  const container = await new GenericContainer('getmeili/meilisearch:v1.21')
    .withEnvironment({ MEILI_MASTER_KEY: key, MEILI_NO_ANALYTICS: 'true', ...Object.fromEntries(modest) })
    .withExposedPorts(7700)
    .start()
  const url = `http://${container.getHost()}:${container.getMappedPort(7700)}`
  await eventually(() => healthy(url), 60_000)
  return { url, key, close: async () => void (await container.stop()) }
}

/** Without these limits, each change allocates two thirds of the machine's memory and spends seconds zeroing it. */
const modest = [
  ['MEILI_MAX_INDEXING_MEMORY', '100 MB'],
  ['MEILI_MAX_INDEXING_THREADS', '1'],
] as const

export async function startMeili(): Promise<MeiliProcess> {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'meili-test-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    const child = spawn(program() ?? '', ['--db-path', join(folder, 'data'), '--http-addr', `127.0.0.1:${port}`], {
      cwd: folder,
      stdio: 'ignore',
      env: { MEILI_MASTER_KEY: key, MEILI_NO_ANALYTICS: 'true', ...Object.fromEntries(modest) },
    })
    await eventually(() => healthy(url), 60_000)
    return child
  }
  let child = await start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url,
    key,
    child: () => child,
    kill,
    async restart() {
      child = await start()
    },
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function healthy(url: string): Promise<void> {
  const { status } = await fetch(`${url}/health`)
  if (status !== 200) throw new Error(`Meilisearch answers ${status}`)
}

/** A new, prepared, empty search index; `another` opens it as another process would. */
export async function openMeiliIndexes({ url, key }: Omit<TestMeili, 'close'>) {
  const name = `test-${newId()}`
  const open = (): ProductSearchIndex =>
    openMeiliSearchIndex({ url, key, searchKey: undefined, index: name, log: silentLog })
  const index = open()
  await index.prepare()
  return {
    index,
    name,
    another: () => Promise.resolve(open()),
    dispose: () => index.close(),
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the server's own answers
type MeiliAnswer = any

/** Calls Meilisearch behind the shop's back. */
export async function askMeili(
  { url, key }: Omit<TestMeili, 'close'>,
  call: string,
  body?: unknown,
): Promise<MeiliAnswer> {
  const [method = 'GET', path = ''] = call.split(' ')
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.status === 204 ? undefined : answer.json()
}

/** Makes a change behind the shop's back, and waits until Meilisearch has made it. */
export async function damageMeili(meili: Omit<TestMeili, 'close'>, call: string, body?: unknown): Promise<void> {
  const { taskUid } = await askMeili(meili, call, body)
  await eventually(async () => {
    const { status } = await askMeili(meili, `GET /tasks/${taskUid}`)
    if (status !== 'succeeded') throw new Error(`the task is ${status}`)
  })
}
