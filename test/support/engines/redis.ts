import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { GenericContainer } from 'testcontainers'
import type { TestCertificate } from './certificate.ts'
import { claimRedisDatabase } from './claimed-redis.ts'
import { eventually } from '../eventually.ts'
import { freePort, hasDocker, programNamed } from './programs.ts'

/** An empty Redis. */
export type TestRedis = {
  url: string
  /** Loses everything, as a Redis without persistence does on a restart. */
  wipe(): Promise<void>
  configure(name: string, value: string): Promise<void>
  close(): Promise<void>
}

/** A Redis that can be killed and restarted at the same address. */
export type RedisProcess = TestRedis & { kill(): Promise<void>; restart(): Promise<void> }

const program = () => programNamed('redis-server')

/** Whether one is available: by its URL, in Docker or as a local program. */
export function hasRedis(): boolean {
  return Boolean(process.env['TEST_REDIS_URL']) || hasDocker() || program() !== undefined
}

export function hasRedisProgram(): boolean {
  return program() !== undefined
}

export async function openRedis(): Promise<TestRedis> {
  const given = process.env['TEST_REDIS_URL']
  if (given) {
    const { url, wipe, release } = await claimRedisDatabase(given)
    return { ...verbsAt(url), wipe, close: release }
  }
  if (program() !== undefined) return startRedis()
  const container = await new GenericContainer('redis:7.4-alpine').withExposedPorts(6379).start()
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
  return { ...verbsAt(url), close: async () => void (await container.stop()) }
}

/** A TLS-only server with a password and a self-signed certificate. */
export async function startRedisWithTls({ certFile, keyFile }: TestCertificate, password: string) {
  const port = await freePort()
  const security = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-auth-clients', 'no']
  const options = ['--port', '0', '--tls-port', String(port), '--requirepass', password, ...security]
  const child = spawn(program() ?? '', [...options, '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
  return {
    url: `rediss://:${password}@127.0.0.1:${port}`,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function startRedis(): Promise<RedisProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-test-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const start = () => startProgram(port, folder)
  let child = await start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    ...verbsAt(url),
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

async function startProgram(port: number, folder: string): Promise<ChildProcess> {
  const options = ['--port', String(port), '--dir', folder, '--save', '', '--bind', '127.0.0.1']
  const child = spawn(program() ?? '', options, { stdio: 'ignore' })
  await eventually(() => withClient(`redis://127.0.0.1:${port}`, (redis) => redis.ping()))
  return child
}

function verbsAt(url: string): Pick<TestRedis, 'url' | 'wipe' | 'configure'> {
  return {
    url,
    wipe: () => withClient(url, (redis) => redis.flushdb()),
    configure: (name, value) => withClient(url, (redis) => redis.config('SET', name, value)),
  }
}

async function withClient(url: string, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await work(redis)
  } finally {
    redis.disconnect()
  }
}
