import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { silentLog } from '#core/telemetry/log.ts'
import type { ShopRole } from '#modules/shop/roles.ts'
import { freePort } from '#test/support/engines/programs.ts'
import { startShop } from '#modules/shop/start/shop.ts'

let parent: string
let other: Server
let port: number

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'shop-port-'))
  port = await freePort()
  other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
})

afterAll(async () => {
  other.close()
  await rm(parent, { recursive: true, force: true })
})

const starts: { roles: readonly ShopRole[]; variable: string }[] = [
  { roles: ['api', 'projections', 'workers'], variable: 'PORT' },
  { roles: ['workers'], variable: 'HEALTH_PORT' },
]

test.each(starts)('a $variable that is in use is reported before anything is created', async ({ roles, variable }) => {
  const dataDir = join(parent, variable)
  const config = readConfig({ DATA_DIR: dataDir, [variable]: String(port) }, parent)
  const start = startShop({ config, roles, log: silentLog })
  await expect(start).rejects.toMatchObject({
    name: 'OperatorError',
    message: `port ${port} on 127.0.0.1 is taken by another program`,
    remedy: `Stop that program, which may be this shop, or set ${variable} to a free port.`,
  })
  expect(existsSync(dataDir)).toBe(false)
})

test('a second start on the same data folder is refused by the lock, naming the first process', async () => {
  const dataDir = join(parent, 'started-twice')
  const config = readConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), SEED: 'none' }, parent)
  const roles = ['api', 'projections', 'workers'] as const
  const shop = await startShop({ config, roles, log: silentLog })
  try {
    const second = startShop({ config, roles, log: silentLog })
    await expect(second).rejects.toThrow(`process ${process.pid} (api, projections, workers) already runs`)
  } finally {
    await shop.stop()
  }
})
