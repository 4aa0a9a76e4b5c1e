import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { freePort } from '../engines/programs.ts'
import { testEnvironment } from '../runner/test-environment.ts'

/** The shop as an operator starts it: a separate process, on the engines that its environment names. */
export type ShopProcess = {
  url: string
  child: ChildProcess
  /** Its output so far. */
  output: () => string
  /** Sends `signal`; resolves to the exit code, or to the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

const thisVersion = join(import.meta.dirname, '..', '..', '..')

type Role = 'api' | 'projections' | 'workers'

/**
 * Starts the shop, in all roles or the given one, and waits until it is ready.
 * @param folder the folder of the version to start
 */
export async function startShopProcess(
  env: Record<string, string>,
  role?: Role,
  folder = thisVersion,
): Promise<ShopProcess> {
  const shop = spawnShop({ ...env, PORT: env['PORT'] ?? String(await freePort()) }, role, folder)
  await eventually(async () => {
    if (shop.child.exitCode !== null) throw new Error(`the shop ended: ${shop.output()}`)
    const response = await fetch(`${shop.url}/health/ready`)
    if (response.status !== 200) throw new Error(`not ready: ${await response.text()} ${shop.output()}`)
  }, 60_000)
  return shop
}

/** Starts the shop at its `PORT`, without waiting for anything. */
export function spawnShop(
  env: Record<string, string> & { PORT: string },
  role?: Role,
  folder = thisVersion,
): ShopProcess {
  const { PORT: port } = env
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=256', '--max-semi-space-size=16', join(folder, 'main.ts'), ...(role ? [role] : [])],
    {
      cwd: folder,
      env: { ...testEnvironment(), LOG_LEVEL: 'warn', BUDGET_SCALE: '0', ...env, HEALTH_PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)))
  const ended = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => chunks.join(''),
    async end(signal) {
      child.kill(signal)
      await ended
      return child.exitCode ?? child.signalCode
    },
  }
}
