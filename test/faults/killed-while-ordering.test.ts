import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { recordFigure } from '../support/runner/figures.ts'
import { openNamedEngines, type NamedEngines } from '../support/engines/named-engines.ts'
import { startShopProcess, type ShopProcess } from '../support/shop/shop-process.ts'
import { apiCaller } from '../support/shop/api-caller.ts'
import { monitor, orderFor } from '../support/shop/shop.ts'

const clients = 8
const rounds = Number(process.env['KILL_ROUNDS'] ?? 2)
const admin = { username: 'admin', password: 'a shop that is only tested' }

let dataDir: string
let engines: NamedEngines
let shop: ShopProcess | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-killed-'))
  engines = await openNamedEngines({ log: true })
})
afterAll(async () => {
  await shop?.end('SIGTERM')
  await engines?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () => {
  shop = await startShopProcess({ ...engines.env, DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: admin.password })
  return shop
}

test('a shop killed while it takes orders recovers unaided, with each acknowledged order and its mail exactly once', async ({
  task,
}) => {
  let running = await start()
  const tokens = await buyers(running.url)
  const product = await addProduct(running.url)
  const answered = new Set<string>()
  const ends: unknown[] = []
  for (let round = 0; round < rounds; round++) {
    const call = apiCaller(running.url)
    const enough = Promise.withResolvers<void>()
    const target = answered.size + 40
    const ordering = tokens.map(async (token) => {
      for (;;) {
        const body = orderFor([[product, 1]])
        const answer = await call('POST', '/api/orders', { token, body }).catch(() => undefined)
        if (answer === undefined) return
        expect(answer.status).toBe(201)
        answered.add(answer.body.orderId)
        if (answered.size >= target) enough.resolve()
      }
    })
    await enough.promise
    // A client stops at its first call without a response, so all of them are ordering until here.
    ends.push(await running.end('SIGKILL'))
    await Promise.all(ordering)
    running = await start()
  }
  expect(ends).toEqual(Array.from({ length: rounds }, () => 'SIGKILL'))

  const call = apiCaller(running.url)
  const login = await call('POST', '/api/auth/authenticate', { body: admin })
  const stored = await allOrders(call, login.body.accessToken)
  expect(new Set(stored).size).toBe(stored.length)
  for (const orderId of answered) expect(stored).toContain(orderId)
  recordFigure(task, 'kills', rounds)
  recordFigure(task, 'acknowledged orders, each stored once', answered.size)
  // Each account has a verification mail as well.
  await eventually(async () => expect(await mailCount()).toBe(stored.length + clients), 120_000)
  expect(await running.end('SIGTERM')).toBe(0)
}, 900_000)

async function buyers(url: string): Promise<string[]> {
  const call = apiCaller(url)
  const form = { password: 'a quiet morning in Pune', name: 'Asha Rao', mobileNumber: '9820012345' }
  const signUps = Array.from({ length: clients }, (_, i) => {
    const body = { ...form, username: `asha.${i}@clinic.in` }
    return call('POST', '/api/auth/signup', { body })
  })
  return (await Promise.all(signUps)).map(({ body }) => body.accessToken)
}

async function addProduct(url: string) {
  const call = apiCaller(url)
  const { body } = await call('POST', '/api/auth/authenticate', { body: admin })
  const added = await call('POST', '/api/products', { token: body.accessToken, body: monitor })
  await eventually(async () => expect((await call('GET', `/api/products/${added.body.id}`)).status).toBe(200))
  return added.body
}

async function allOrders(call: ReturnType<typeof apiCaller>, token: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const { body } = await call('GET', `/api/orders?size=100&page=${page}`, { token })
    ids.push(...body.content.map(({ orderId }: { orderId: string }) => orderId))
    if (body.last) return ids
  }
}

async function mailCount(): Promise<number> {
  const people = await readdir(join(dataDir, 'outbox')).catch(() => [])
  const files = await Promise.all(people.map((person) => readdir(join(dataDir, 'outbox', person))))
  return files.flat().filter((name) => name.endsWith('.eml')).length
}
