import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { openListener, type Listener } from '#core/database/listener.ts'
import { eventually } from '#test/support/eventually.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { openTcpProxy } from '#test/support/engines/tcp-proxy.ts'

let fresh: FreshDatabase
let database: Database
let listener: Listener
let heard: string[]

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test' })
})
beforeEach(async () => {
  listener = openListener(fresh.url, 'shop test listener')
  heard = []
})
afterEach(() => listener.close())
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

async function notify(channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(database.db)
}

async function isListening(): Promise<void> {
  await eventually(() => expect(heard).toContain(''))
}

describe('a listener', () => {
  test('receives its channel, matched exactly, and no other', async () => {
    listener.listen('Orders "new"', (payload) => heard.push(payload))
    await isListening()
    await notify('orders', 'not this')
    await notify('Orders "new"', 'this')
    await eventually(() => expect(heard.at(-1)).toBe('this'))
    expect(heard).not.toContain('not this')
  })

  test('notifies every listener of a channel until it unsubscribes', async () => {
    const others: string[] = []
    const end = listener.listen('orders', (payload) => others.push(payload))
    listener.listen('orders', (payload) => heard.push(payload))
    await isListening()
    await notify('orders', 'both')
    await eventually(() => expect([others.at(-1), heard.at(-1)]).toEqual(['both', 'both']))
    end()
    await notify('orders', 'one')
    await eventually(() => expect(heard.at(-1)).toBe('one'))
    expect(others).not.toContain('one')
  })

  test('reports that a channel is listened to, also if it has been connected before', async () => {
    listener.listen('others', () => undefined)
    listener.listen('orders', (payload) => heard.push(payload))
    await isListening()
    for (let round = 0; round < 20; round += 1) {
      const payloads: string[] = []
      const end = listener.listen(`channel ${round}`, (payload) => payloads.push(payload))
      await eventually(() => expect(payloads).toEqual(['']))
      await notify(`channel ${round}`, 'once it listens')
      await eventually(() => expect(payloads).toEqual(['', 'once it listens']))
      end()
    }
  })

  test('notifies its listeners after a lost connection', async () => {
    listener.listen('orders', (payload) => heard.push(payload))
    await isListening()
    heard.length = 0
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shop test listener'`.execute(
      database.db,
    )
    await isListening()
    await notify('orders', 'again')
    await eventually(() => expect(heard.at(-1)).toBe('again'))
  })

  test('waits for a server that is not running yet, and can be closed while it waits', async () => {
    const proxy = await openTcpProxy(fresh.url)
    await proxy.close()
    const early = openListener(proxy.url)
    early.listen('orders', (payload) => heard.push(payload))
    await early.close()
    expect(heard).toEqual([])
  })
})
