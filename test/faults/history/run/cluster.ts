import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '#test/support/eventually.ts'
import { freePort } from '#test/support/engines/programs.ts'
import { openTcpProxy, type TcpProxy } from '#test/support/engines/tcp-proxy.ts'
import type { Crash } from '../checker/crash-laws.ts'
import { spawnShop, type ShopProcess } from '#test/support/shop/shop-process.ts'

/** A process of the shop that is started again whenever it ends. */
export type Member = {
  url: string
  /** Ends the process, which is started again at once, and may be killed again while it starts. */
  kill: () => Promise<void>
  suspend: () => void
  resume: () => void
  proxies: readonly TcpProxy[]
  untilReady: () => Promise<void>
  stop: () => Promise<void>
  /** The processes that have ended of their own accord. */
  crashes: Crash[]
}

/** The engines by the variable that names them to the shop. */
export type Engines = Readonly<Record<string, string>>

const pauseAfterCrashMs = 300
const readyWithinMs = 120_000

/** Starts a process that reaches its engines through proxies of its own. */
export async function startMember(engines: Engines, env: Readonly<Record<string, string>>): Promise<Member> {
  const PORT = String(await freePort())
  const proxied = await Promise.all(
    Object.entries(engines).map(async ([name, url]) => ({ name, proxy: await openTcpProxy(url) })),
  )
  const urls = Object.fromEntries(proxied.map(({ name, proxy }) => [name, proxy.url]))
  const proxies = proxied.map(({ proxy }) => proxy)
  const crashes: Crash[] = []
  let isStopping = false
  let shop = start()
  let killing: Promise<unknown> = Promise.resolve()

  function start(): ShopProcess {
    const from = performance.now()
    const started = spawnShop({ ...env, ...urls, PORT })
    started.child.once('exit', (code) => {
      const crash = { what: `exit ${code}: ${started.output()}`, from, to: performance.now() }
      void restart(code === null || isStopping ? undefined : crash)
    })
    return started
  }

  async function restart(crash: Crash | undefined): Promise<void> {
    if (crash !== undefined) {
      crashes.push(crash)
      await sleep(pauseAfterCrashMs)
    }
    if (!isStopping) shop = start()
  }

  return {
    url: `http://127.0.0.1:${PORT}`,
    async kill() {
      killing = killing.then(() => shop.end('SIGKILL'))
      await killing
    },
    suspend: () => void shop.child.kill('SIGSTOP'),
    resume: () => void shop.child.kill('SIGCONT'),
    proxies,
    crashes,
    untilReady: () => eventually(() => assertReady(shop), readyWithinMs),
    async stop() {
      isStopping = true
      // It keeps its compiled code for the next start.
      await shop.end('SIGTERM')
      await Promise.all(proxies.map((proxy) => proxy.close()))
    },
  }
}

async function assertReady({ url, output }: ShopProcess): Promise<void> {
  const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  if (response?.status === 200) return
  // It costs the process a query: not too often.
  await sleep(100)
  throw new Error(`not ready: ${(await response?.text()) ?? 'no answer'} ${output()}`)
}
