import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Client } from 'pg'
import { testEnvironment } from '../../support/runner/test-environment.ts'
import type { Request } from '../support/load.ts'
import { capturedWrites, type Write } from './captured-writes.ts'
import { createFloor, floorTables, footprintOf, type Footprint, type FloorTable } from './floor-tables.ts'
import type { Completion } from './completion.ts'

/** A running floor, and the order of the shop that it copies. */
export type Floor = {
  url: string
  pid: number
  tables: readonly FloorTable[]
  /** Every row that the shop wrote for that order, from the request to the mail. */
  writes: readonly Write[]
  stop(): void
}

/** Places one order in the shop and starts a server that stores the same rows, from then on, for each request. */
export async function startFloor(
  shop: Completion & { url: string; owner: Client; databaseUrl: string },
  next: () => Request,
): Promise<Floor> {
  let body = ''
  // What earlier requests still owe, such as the mail of a new account, must not be taken for a part of the order.
  await allIsDone(shop)
  const writes = await capturedWrites(shop.owner, async () => {
    body = await send(shop.url, next())
    await allIsDone(shop)
  })
  const tables = await floorTables(shop.owner, writes)
  await createFloor(shop.owner, tables)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floor-server.ts')], {
    env: { ...testEnvironment(), DATABASE_URL: shop.databaseUrl, FLOOR: JSON.stringify({ tables, body }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the floor does not start')))
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => undefined)
  const stop = () => void child.kill('SIGTERM')
  return { url: `http://127.0.0.1:${String(line).trim()}`, pid: child.pid ?? 0, tables, writes, stop }
}

async function allIsDone(shop: Completion): Promise<void> {
  await shop.readModelsAreDone()
  await shop.mailsAreDone()
}

async function send(url: string, { method, path, headers, body }: Request): Promise<string> {
  const response = await fetch(url + path, { method, ...(headers && { headers }), ...(body && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} failed with status ${response.status}: ${text}`)
  return text
}

/** A table of the shop and its counterpart in the floor. */
export type Pair = { source: string; shop: Footprint; floor: Footprint }

export async function footprints(client: Client, tables: readonly FloorTable[]): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const { name, source, ofOrders } of tables) {
    const shop = await footprintOf(client, source, ofOrders)
    pairs.push({ source, shop, floor: await footprintOf(client, name, 'true') })
  }
  return pairs
}
