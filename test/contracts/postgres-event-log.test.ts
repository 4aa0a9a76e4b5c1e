import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Pool, PoolClient } from 'pg'
import { openDatabase } from '#core/database/database.ts'
import { openListener } from '#core/database/listener.ts'
import { StreamConflict, UndecodableEvent, type EventStore, type NewEvent } from '#core/event-store/event-store.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { eventOf, newStream, openPostgresStores, type PostgresStores } from '#test/support/event-store/event-stores.ts'
import { eventually } from '#test/support/eventually.ts'
import { randomFrom } from '#test/support/random.ts'
import { assertHistory, followWhile, type Acknowledged } from './event-store-race.ts'

describe('the event log in Postgres', () => {
  let stores: PostgresStores
  let store: EventStore
  let pool: Pool

  beforeEach(async () => {
    stores = await openPostgresStores()
    store = stores.store
    pool = stores.database.pool
  })

  afterEach(() => stores.dispose())

  describe('its order', () => {
    test('numbers positions 1, 2, 3 without a gap, whatever is refused or rolled back', async () => {
      const stream = newStream()
      await store.append(stream, 'no-stream', [eventOf('One'), eventOf('Two')])
      await expect(store.append(stream, 'no-stream', [eventOf('Late')])).rejects.toThrow(StreamConflict)
      await inTransaction(pool, 'rollback', (client) => appendBy(client, newStream(), eventOf('Undone')))
      await store.append(newStream(), 'no-stream', [eventOf('Three')])
      const { events } = await store.readAll(0, { limit: 10 })
      expect(events.map(({ position, type }) => [position, type])).toEqual([
        [1, 'One'],
        [2, 'Two'],
        [3, 'Three'],
      ])
    })

    test('holds while sixteen transactions race, some of which pause or roll back', async () => {
      const { seen, acknowledged } = await raceTransactions(stores.url, store)
      assertHistory(seen, acknowledged)
      expect(seen.map(({ position }) => position)).toEqual(seen.map((_, i) => i + 1))
    })

    test('does not hold without the lock: a reader meets gaps, and stops there', async () => {
      await removeLock(pool)
      await expect(raceTransactions(stores.url, store)).rejects.toThrow(/damaged: an event between position/)
    })

    test('stops a reader where an event is missing, even one that requests other types', async () => {
      await store.append(newStream(), 'no-stream', [eventOf('One'), eventOf('Two'), eventOf('Three')])
      await pool.query('drop trigger events_only_grow on events; delete from events where position = 2')
      await expect(store.readAll(0, { limit: 10 })).rejects.toThrow(/damaged/)
      await expect(store.readAll(0, { limit: 10, types: ['Three'] })).rejects.toThrow(/damaged/)
    })
  })

  describe('its rows', () => {
    test.each(['update events set type = type', 'delete from events', 'truncate events'])(
      'refuse %s',
      async (change) => {
        await store.append(newStream(), 'no-stream', [eventOf('Kept')])
        await expect(pool.query(change)).rejects.toThrow(/only grows/)
      },
    )

    test.each([
      ['2026-11-21T15:00:00+05:30', '2026-11-21T09:30:00.000Z'],
      ['2026-11-21T09:30:00.5Z', '2026-11-21T09:30:00.500Z'],
      ['2026-11-21T09:30:00.123456Z', '2026-11-21T09:30:00.123Z'],
      ['2026-11-21T23:59:59.9999Z', '2026-11-21T23:59:59.999Z'],
    ])('of %s are read as of %s, whatever the session’s time zone', async (at, expected) => {
      await store.append(newStream(), 'no-stream', [eventOf('One')])
      await pool.query('drop trigger events_only_grow on events')
      await pool.query('update events set at = $1', [at])
      const url = new URL(stores.url)
      url.searchParams.set('options', '-c timezone=Asia/Kolkata -c datestyle=german')
      const abroad = openDatabase(url.href, { applicationName: 'test' })
      const listener = openListener(url.href)
      const elsewhere = openPostgresEventStore({ pool: abroad.pool, listener })
      const { events } = await elsewhere.readAll(0, { limit: 10 })
      await elsewhere.close()
      await listener.close()
      await abroad.close()
      expect(events.map((event) => event.at)).toEqual([expected])
    })

    test('refuse an id that exists in another stream', async () => {
      const event = eventOf('Once')
      await store.append(newStream(), 'no-stream', [event])
      const elsewhere = newStream()
      await expect(store.append(elsewhere, 'no-stream', [event])).rejects.toMatchObject({ actual: -1 })
      expect(await store.head()).toBe(1)
    })

    test('are found through their indexes, so that an append costs the same in a long log', async () => {
      const stream = newStream()
      const scansBefore = await sequentialScans(pool)
      for (let i = 0; i < 50; i++) await store.append(stream, 'any', [eventOf('Counted')])
      expect(await sequentialScans(pool)).toEqual(scansBefore)
    })

    test.each([
      ['data that is not an object', '[]', '{}'],
      ['metadata without an actor', '{}', '{"correlationId": "c", "causationId": "c", "schemaVersion": 1}'],
    ])('with %s stop a reader after the events before them', async (_, data, metadata) => {
      const stream = newStream()
      await store.append(stream, 'no-stream', [eventOf('Good')])
      const poison = `{"stream": "${stream}", "expected": 0, "events": [
        {"id": "${eventOf('').id}", "type": "Poison", "data": ${data}, "metadata": ${metadata}}]}`
      await pool.query('select append_events($1)', [`[${poison}]`])
      const page = await store.readAll(0, { limit: 10 })
      expect(page.events.map(({ type }) => type)).toEqual(['Good'])
      const refusal = store.readAll(page.position, { limit: 10 })
      await expect(refusal).rejects.toThrow(UndecodableEvent)
      await expect(refusal).rejects.toMatchObject({ event: { position: 2, stream, revision: 1, type: 'Poison' } })
      await expect(store.readStream(stream)).rejects.toThrow(UndecodableEvent)
      expect(await store.readAll(1, { limit: 10, types: ['Good'] })).toMatchObject({ events: [], position: 2 })
    })
  })

  test('wakes its subscribers even if no notification arrives', async () => {
    const silentListener = { listen: () => () => undefined, close: async () => undefined }
    const polling = openPostgresEventStore({ pool, listener: silentListener, pollMs: 10 })
    let woken = 0
    polling.subscribe(() => woken++)
    await store.append(newStream(), 'no-stream', [eventOf('Unheard')])
    await eventually(() => expect(woken).toBe(1))
    await polling.close()
  })
})

/** Sixteen connections append one event per transaction; each pauses before it ends, and one in four rolls back. */
async function raceTransactions(url: string, reader: EventStore) {
  const random = randomFrom(20_261_120)
  const database = openDatabase(url, { applicationName: 'racer', max: 16 })
  const acknowledged: Acknowledged[] = []

  async function write(): Promise<void> {
    for (let round = 0; round < 15; round++) {
      const event = eventOf('Raced')
      const ending = random() < 0.25 ? 'rollback' : 'commit'
      const pause = random() * 0.005
      const knownBefore = Math.max(0, ...acknowledged.map((one) => one.position))
      const position = await inTransaction(database.pool, ending, async (client) => {
        const place = await appendBy(client, newStream(), event)
        await client.query('select pg_sleep($1)', [pause])
        return place
      })
      if (ending === 'commit') acknowledged.push({ id: event.id, position, knownBefore })
    }
  }

  try {
    const seen = await followWhile(reader, async () => {
      await Promise.all(Array.from({ length: 16 }, write))
    })
    return { seen, acknowledged }
  } finally {
    await database.close()
  }
}

async function inTransaction<T>(pool: Pool, ending: 'commit' | 'rollback', work: (client: PoolClient) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query(ending)
    return result
  } finally {
    client.release(client.getTransactionStatus() !== 'I')
  }
}

async function appendBy(client: PoolClient, stream: string, event: NewEvent): Promise<number> {
  const batch = JSON.stringify([{ stream, expected: -1, events: [event] }])
  const { rows } = await client.query<{ position: number }>('select position from append_events($1)', [batch])
  return rows[0]?.position ?? 0
}

/** Replaces the counter row by a sequence, which also advances for transactions that have not committed. */
async function removeLock(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ source: string }>(`select pg_get_functiondef('append_events'::regproc) as source`)
  const source = rows[0]?.source ?? ''
  const unlocked = source.replace(
    /select h\.position into strict head .* for update;/,
    `head := nextval('places') - 1;`,
  )
  expect(unlocked).not.toBe(source)
  await pool.query('create sequence places')
  await pool.query(unlocked)
}

/** The number of sequential scans of the table of events. */
async function sequentialScans(pool: Pool): Promise<unknown> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query(`select seq_scan from pg_stat_user_tables where relname = 'events'`)
  return rows[0]
}
