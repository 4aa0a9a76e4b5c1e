import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CopyTarget } from '#core/event-store/copy/copy-target.ts'
import { openCopyTarget, openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import { openEventStoreCluster, type ClusterDouble } from '#test/support/event-store-double/cluster.ts'
import { eventOf, newStream } from '#test/support/event-store/event-stores.ts'
import { eventually } from '#test/support/eventually.ts'

describe('the EventStoreDB adapter over a wire-level double of a cluster (not the database)', () => {
  let cluster: ClusterDouble
  const closings: (() => Promise<void>)[] = []

  beforeEach(async () => {
    cluster = await openEventStoreCluster()
  })

  afterEach(async () => {
    for (const close of closings.splice(0)) await close()
    cluster.close()
  })

  function openStore(url: string): EventStore {
    const store = openEventStoreDb({ settings: readEventStoreDbUrl('EVENTSTORE_URL', url), pollMs: 60_000 })
    closings.push(() => store.close())
    return store
  }

  function openTarget(url: string): CopyTarget {
    const target = openCopyTarget({ settings: readEventStoreDbUrl('--to', url) })
    closings.push(() => target.store.close())
    return target
  }

  const arrivals = () => cluster.nodes.map((node) => node.arrivals())

  test.each([
    ['the leader', 0, [1, 0, 0]],
    ['a follower', 2, [1, 0, 0]],
  ])('is served by the leader when esdb+discover:// names %s', async (_, named, expected) => {
    await expectServed(openStore(cluster.discoverUrl(named)))
    expect(arrivals()).toEqual(expected)
  })

  test('is served by the leader, whichever of several hosts that is', async () => {
    for (const leader of [2, 1, 0]) {
      cluster.elect(leader)
      await expectServed(openStore(cluster.url))
    }
    expect(arrivals()).toEqual([1, 1, 1])
  })

  test.each(['esdb://', 'esdb+discover://'])('skips a host of %s that does not exist', async (scheme) => {
    cluster.kill(0)
    cluster.elect(1)
    await expectServed(openStore(cluster.url.replace('esdb://', scheme)))
    expect(arrivals()).toEqual([0, 1, 0])
  })

  test('starts before a leader is elected, and is served once there is one', async () => {
    cluster.elect(undefined)
    const store = openStore(cluster.url)
    await expect(store.append(newStream(), 'no-stream', [eventOf('Noted')])).rejects.toThrow('event store')
    cluster.elect(1)
    await eventually(() => expectServed(store), 60_000)
  })

  test('finds the next leader through the other hosts when its leader fails', async () => {
    const store = openStore(cluster.url)
    await expectServed(store)
    cluster.kill(0)
    cluster.elect(2)
    await eventually(() => expectServed(store), 60_000)
    expect(arrivals().slice(0, 2)).toEqual([1, 0])
  })

  test('is woken by events that the next leader accepts', async () => {
    const store = openStore(cluster.url)
    let woken = 0
    store.subscribe(() => void (woken += 1))
    await eventually(() => expect(cluster.nodes[0].subscribers()).toBe(1))
    cluster.kill(0)
    cluster.elect(1)
    await eventually(() => expect(cluster.nodes[1].subscribers()).toBe(1), 60_000)
    const before = woken
    await openStore(cluster.url).append(newStream(), 'no-stream', [eventOf('Noted')])
    await eventually(() => expect(woken).toBeGreaterThan(before))
  })

  test('copies to the leader, even if that has changed since the last append', async () => {
    const target = openTarget(cluster.discoverUrl(1))
    const append = async (count: number) => {
      const appends = Array.from({ length: count }, () => {
        const { id, type } = eventOf('Noted')
        return {
          stream: newStream(),
          expected: 'no-stream' as const,
          events: [{ id, type, data: '{}', metadata: '{}' }],
        }
      })
      await target.inOrder()(appends)
    }
    await append(3)
    expect(arrivals()).toEqual([3, 0, 0])
    cluster.elect(2)
    await expect(append(1)).rejects.toThrow('event store')
    await append(2)
    expect(arrivals()[2]).toBe(2)
  })
})

/** Appends, then reads the stream, the whole log and the head. */
async function expectServed(store: EventStore): Promise<void> {
  const event = eventOf('Noted')
  const stream = newStream()
  const { position } = await store.append(stream, 'no-stream', [event])
  expect(await store.readStream(stream)).toMatchObject([{ id: event.id, position }])
  expect((await store.readAll(0, { limit: 500 })).events.at(-1)).toMatchObject({ id: event.id })
  expect(await store.head()).toBe(position)
}
