import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { openListener } from '#core/database/listener.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { openTcpProxy, type TcpProxy } from '#test/support/engines/tcp-proxy.ts'
import { eventOf, newStream, openPostgresStores, type PostgresStores } from '#test/support/event-store/event-stores.ts'
import { eventually } from '#test/support/eventually.ts'

describe('the event log in Postgres, when the engine fails,', () => {
  let stores: PostgresStores
  let store: EventStore
  let pool: Pool

  beforeEach(async () => {
    stores = await openPostgresStores()
    store = stores.store
    pool = stores.database.pool
  })

  afterEach(() => stores.dispose())

  test('refuses appends while another session locks the log, and reads continue', async () => {
    const stream = newStream()
    await store.append(stream, 'no-stream', [eventOf('Before')])
    const holder = await lockLog(pool)
    const tries = [1, 2, 3].map(() => store.append(newStream(), 'no-stream', [eventOf('Late')]))
    const refused = Promise.all(tries.map((one) => expect(one).rejects.toMatchObject(unavailable('none'))))
    expect(await store.readStream(stream)).toHaveLength(1)
    await refused
    await unlock(holder)
    expect(await store.append(newStream(), 'no-stream', [eventOf('After')])).toMatchObject({ position: 2 })
  })

  test('appends once when its connection is killed during the append', async () => {
    const holder = await lockLog(pool)
    const stream = newStream()
    const append = store.append(stream, 'no-stream', [eventOf('Once')])
    await eventually(async () => {
      const { rows } = await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(1)
    })
    await unlock(holder)
    expect(await append).toEqual({ revision: 0, position: 1 })
    expect(await store.readStream(stream)).toHaveLength(1)
  })

  test('appends once when its answer is lost', async () => {
    await throughProxy(stores.url, async (distant, proxy) => {
      const stream = newStream()
      await distant.append(newStream(), 'no-stream', [eventOf('Before')])
      proxy.loseNextReply()
      expect(await distant.append(stream, 'no-stream', [eventOf('Once')])).toEqual({ revision: 0, position: 2 })
      expect(await store.readStream(stream)).toHaveLength(1)
    })
  })

  test('replaces a connection that has stopped answering', async () => {
    await throughProxy(stores.url, async (distant, proxy) => {
      await distant.append(newStream(), 'no-stream', [eventOf('Before')])
      proxy.silence()
      expect(await distant.append(newStream(), 'no-stream', [eventOf('After')])).toMatchObject({ position: 2 })
    })
  })

  test('reports that nothing was written if no server listens', async () => {
    await throughProxy(stores.url, async (distant, proxy) => {
      await proxy.close()
      await expect(distant.append(newStream(), 'any', [eventOf('Never')])).rejects.toMatchObject(unavailable('none'))
      await expect(distant.readStream(newStream())).rejects.toThrow(EngineUnavailable)
    })
  })

  test('reports an unknown outcome if the server no longer answers', async () => {
    await throughProxy(stores.url, async (distant, proxy) => {
      await distant.append(newStream(), 'no-stream', [eventOf('Before')])
      proxy.loseNextReply()
      proxy.refuse()
      const append = distant.append(newStream(), 'no-stream', [eventOf('Perhaps')])
      await expect(append).rejects.toMatchObject(unavailable('unknown'))
      expect(await store.head()).toBe(2)
    })
  })
})

function unavailable(outcome: 'none' | 'unknown') {
  return { name: 'EngineUnavailable', outcome }
}

async function lockLog(pool: Pool): Promise<PoolClient> {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from log_head for update')
  return holder
}

async function unlock(holder: PoolClient): Promise<void> {
  await holder.query('rollback')
  holder.release()
}

async function throughProxy(url: string, work: (distant: EventStore, proxy: TcpProxy) => Promise<void>): Promise<void> {
  const proxy = await openTcpProxy(url)
  const database = openDatabase(proxy.url, { applicationName: 'distant', max: 2 })
  const listener = openListener(url)
  const distant = openPostgresEventStore({ pool: database.pool, listener })
  try {
    await work(distant, proxy)
  } finally {
    await distant.close()
    await proxy.close()
    await listener.close()
    await database.close()
  }
}
