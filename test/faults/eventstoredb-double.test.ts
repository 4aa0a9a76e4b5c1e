import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyOf } from '#core/event-store/eventstoredb/events.ts'
import { openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import { StreamConflict, type EventStore } from '#core/event-store/event-store.ts'
import { openEventStoreCluster } from '#test/support/event-store-double/cluster.ts'
import { systemEvent } from '#test/support/event-store-double/log/record.ts'
import { eventOf, newStream, openDoubleStores, type DoubleStores } from '#test/support/event-store/event-stores.ts'
import { eventually } from '#test/support/eventually.ts'

describe('the EventStoreDB adapter, over a double on the wire (not the database) with faults', () => {
  let stores: DoubleStores

  beforeEach(async () => {
    stores = await openDoubleStores()
  })

  afterEach(() => stores.dispose())

  async function idsOf(stream: string): Promise<string[]> {
    return (await stores.store.readStream(stream)).map(({ id }) => id)
  }

  test.each(['lose-answer', 'lose-request', 'not-leader', 'hang'] as const)(
    'writes once despite the fault %s, and returns the position',
    async (fault) => {
      const stream = newStream()
      const events = [eventOf('One'), eventOf('Two')]
      stores.double.faults.push(fault)
      const appended = await stores.store.append(stream, 'no-stream', events)
      expect(appended).toEqual({ revision: 1, position: await stores.store.head() })
      expect(stores.double.arrivals()).toBe(2)
      expect(await idsOf(stream)).toEqual(events.map(({ id }) => id))
    },
  )

  test('recognizes its own events if a server that has forgotten their ids rejects the retry', async () => {
    const stream = newStream()
    const event = eventOf('Once')
    stores.double.log.forgetsIds = true
    stores.double.faults.push('lose-answer')
    expect(await stores.store.append(stream, 'no-stream', [event])).toMatchObject({ revision: 0 })
    expect(await idsOf(stream)).toEqual([event.id])
  })

  test('reports a conflict if another writer got in first while the outcome was unknown', async () => {
    const stream = newStream()
    const other = await stores.another()
    stores.double.faults.push('lose-request')
    const late = stores.store.append(stream, 'no-stream', [eventOf('Late')])
    const quick = eventOf('Quick')
    await eventually(() => expect(stores.double.arrivals()).toBe(1))
    await other.append(stream, 'no-stream', [quick])
    await expect(late).rejects.toThrow(StreamConflict)
    expect(await idsOf(stream)).toEqual([quick.id])
  })

  test('reports that nothing was written if access is denied', async () => {
    stores.double.faults.push('deny')
    const refused = stores.store.append(newStream(), 'any', [eventOf('Never')])
    await expect(refused).rejects.toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
    expect(stores.double.arrivals()).toBe(1)
  })

  test('reports that nothing was written if no server listens, and continues once one does', async () => {
    const stream = newStream()
    await stores.store.append(stream, 'no-stream', [eventOf('Before')])
    stores.double.kill()
    await eventually(() =>
      expect(stores.store.append(stream, 0, [eventOf('Never')])).rejects.toMatchObject({ outcome: 'none' }),
    )
    await expect(stores.store.readStream(stream)).rejects.toMatchObject({ name: 'EngineUnavailable' })
    await expect(stores.store.head()).rejects.toMatchObject({ name: 'EngineUnavailable' })
    await stores.double.restart()
    expect(await stores.store.append(stream, 0, [eventOf('After')])).toMatchObject({ revision: 1 })
    expect(await stores.store.readStream(stream)).toHaveLength(2)
  })

  test('gives up on a server that hangs, reporting the outcome as unknown, and uses it again once it responds', async () => {
    const stream = newStream()
    await stores.store.append(stream, 'no-stream', [eventOf('Before')])
    stores.double.setSilent(true)
    const append = stores.store.append(stream, 0, [eventOf('Perhaps')])
    await expect(append).rejects.toMatchObject({ name: 'EngineUnavailable', outcome: 'unknown' })
    await expect(stores.store.readStream(stream)).rejects.toMatchObject({ name: 'EngineUnavailable' })
    stores.double.setSilent(false)
    expect(await stores.store.append(stream, 0, [eventOf('After')])).toMatchObject({ revision: 1 })
  })

  test('neither loses nor duplicates writes of sixteen writers while the server is killed and restarted', async () => {
    const acknowledged = new Set<string>()
    const writers = Array.from({ length: 16 }, (_, i) => write(stores.store, `writer-${i}`, acknowledged))
    for (let kill = 1; kill <= 3; kill++) {
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(kill * 60))
      stores.double.kill()
      await stores.double.restart()
    }
    await Promise.all(writers)
    const ids = stores.double.log.events.filter(({ type }) => type === 'Written').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of acknowledged) expect(ids).toContain(id)
    expect(acknowledged.size).toBe(16 * 25)
  })

  test('wakes its subscribers after the server has dropped them or was killed', async () => {
    let woken = 0
    const stop = stores.store.subscribe(() => woken++)
    await eventually(() => expect(stores.double.subscribers()).toBe(1))
    stores.double.dropSubscribers()
    await eventually(() => expect(stores.double.subscribers()).toBe(1))
    stores.double.kill()
    await stores.double.restart()
    await eventually(() => expect(stores.double.subscribers()).toBe(1))
    const before = woken
    await (await stores.another()).append(newStream(), 'no-stream', [eventOf('Heard')])
    await eventually(() => expect(woken).toBeGreaterThan(before))
    stop()
    await eventually(() => expect(stores.double.subscribers()).toBe(0))
  })

  test('finds the shop’s newest event behind many system events of the server', async () => {
    const { position } = await stores.store.append(newStream(), 'no-stream', [eventOf('Ours')])
    for (let i = 0; i < 1_200; i++) stores.double.log.append('$stats-0', 'any', [systemEvent('$statsCollected')])
    expect(await stores.store.head()).toBe(position)
    expect((await stores.store.readAll(position, { limit: 500 })).events).toEqual([])
    const next = await stores.store.append(newStream(), 'no-stream', [eventOf('Ours')])
    expect(await stores.store.head()).toBe(next.position)
  })

  test.each([
    ['no JSON', { contentType: 'application/json', data: Buffer.from('{"half":') }],
    ['bytes', { contentType: 'application/octet-stream', data: Buffer.from([1, 2, 3]) }],
    ['no metadata', { contentType: 'application/json', data: Buffer.from('{}') }],
  ])('returns the events before one with %s, and stops there', async (_, poison) => {
    const { position } = await stores.store.append(newStream(), 'no-stream', [eventOf('Good')])
    const id = eventOf('Bad').id
    stores.double.log.append('order-1', 'any', [{ id, type: 'Bad', metadata: new Uint8Array(), ...poison }])
    const before = await stores.store.readAll(0, { limit: 100 })
    expect(before.position).toBe(position)
    await expect(stores.store.readAll(position, { limit: 100 })).rejects.toMatchObject({
      name: 'UndecodableEvent',
      event: { stream: 'order-1', type: 'Bad', id },
    })
    expect((await stores.store.readAll(position, { limit: 100, types: ['Good'] })).events).toEqual([])
  })

  test('returns a copied event unchanged, with its original time', async () => {
    const stream = newStream()
    const at = '2026-01-02T03:04:05.678Z'
    const original = { ...eventOf('Copied', { n: 1 }), stream, revision: 0, position: 7, at }
    const { position } = await stores.store.append(stream, 'no-stream', [copyOf(original)])
    expect(await stores.store.readStream(stream)).toEqual([{ ...original, position }])
    expect((await stores.store.readAll(0, { limit: 100 })).events).toEqual([{ ...original, position }])
  })

  test('follows the leader of a cluster', async () => {
    const cluster = await openEventStoreCluster()
    const store = openEventStoreDb({ settings: readEventStoreDbUrl('EVENTSTORE_URL', cluster.url) })
    const stream = newStream()
    try {
      await store.append(stream, 'no-stream', [eventOf('One')])
      cluster.elect(1)
      await store.append(stream, 0, [eventOf('Two')])
      cluster.kill(0)
      expect(await store.append(stream, 1, [eventOf('Three')])).toMatchObject({ revision: 2 })
      expect(cluster.nodes[1].arrivals()).toBe(2)
    } finally {
      await store.close()
      cluster.close()
    }
  })
})

/** Writes 25 events one after the other; if the server is unavailable, retries with the same id, as a client would. */
async function write(store: EventStore, stream: string, acknowledged: Set<string>): Promise<void> {
  for (let revision = -1; revision < 24; revision++) {
    const event = eventOf('Written')
    const append = () => store.append(stream, revision < 0 ? 'no-stream' : revision, [event])
    await eventually(async () => expect(await append()).toMatchObject({ revision: revision + 1 }), 60_000)
    acknowledged.add(event.id)
  }
}
