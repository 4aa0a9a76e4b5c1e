import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore } from '#core/event-store/event-store.ts'
import { shopsEvents, type ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { inCategory, textIn } from '#core/event-store/ownership/stream-category.ts'
import { generateEvents } from '#test/support/event-store-double/others/generated-events.ts'
import { newId } from '#core/domain/ids.ts'
import { eventOf, openDoubleStores, openPostgresStores } from '#test/support/event-store/event-stores.ts'

const schema = Type.Object({})
const shops = shopsEvents(
  inCategory(
    { name: 'room', id: /^[0-9]{3}$/ },
    { Opened: { version: 1, schema, idIn: textIn('room') }, Cleaned: { version: 1, schema } },
  ),
)

type Opened = {
  store: EventStore
  another(shops?: ShopsEvents): Promise<EventStore>
  dispose(): Promise<void>
}

const engines: [string, () => Promise<Opened>][] = [
  ['Postgres', () => openPostgresStores()],
  ['the EventStoreDB adapter over a wire-level double', () => openDoubleStores()],
]

describe.each(engines)('%s, in a log that other applications also write to', (name, open) => {
  let opened: Opened
  let unfiltered: EventStore
  let store: EventStore

  beforeAll(async () => {
    opened = await open()
    unfiltered = opened.store
    store = await opened.another(shops)
  })
  afterAll(() => opened.dispose())

  const write = async (stream: string, ...events: [type: string, data?: Record<string, string>][]) =>
    (
      await unfiltered.append(
        stream,
        'any',
        events.map(([type, data]) => eventOf(type, data)),
      )
    ).position

  test('returns only the shop’s events, and lists those it has skipped', async () => {
    const start = await unfiltered.head()
    await write('room-101', ['Opened', { room: '101' }], ['Cleaned'])
    await write('room-102', ['Opened', { room: '101' }])
    await write('room-1010', ['Opened', { room: '1010' }])
    await write('foreign-1', ['Cleaned'], ['Noise'])
    const last = await write('room-101', ['Painted'])
    await write('foreign-1', ['Noise'])
    for (const types of [undefined, ['Opened', 'Cleaned', 'Painted'], ['Opened', 'Cleaned'], []]) {
      const page = await store.readAll(start, { limit: 100, ...(types && { types }) })
      const wanted = ['Opened', 'Cleaned', 'Painted'].filter((type) => types?.includes(type) ?? true)
      expect(page.events.map(({ type }) => type)).toEqual(wanted)
      expect(page.last?.position).toBe(last)
      expect(page.position).toBeGreaterThan(last)
      expect(page.isFull).toBe(false)
    }
    const { foreign } = await store.readAll(start, { limit: 100, types: ['Opened', 'Cleaned'] })
    expect(foreign?.map(({ stream, type }) => `${stream} ${type}`)).toEqual([
      'room-102 Opened',
      'room-1010 Opened',
      'foreign-1 Cleaned',
      'foreign-1 Noise',
      'foreign-1 Noise',
    ])
  })

  test('continues past a page without events of the shop, which reports no last event', async () => {
    const start = await write('room-101', ['Cleaned'])
    await write('foreign-2', ['Cleaned'], ['Cleaned'], ['Cleaned'])
    const page = await store.readAll(start, { limit: 3, types: ['Cleaned'] })
    expect(page).toMatchObject({ events: [], isFull: true, last: undefined })
    expect(page.foreign).toHaveLength(3)
    expect(page.position).toBeGreaterThan(start)
  })

  test('omits a revision that others have written in a stream of the shop', async () => {
    await write('room-201', ['Opened', { room: '201' }], ['Arrived', {}], ['Opened', { room: '999' }], ['Cleaned'])
    const revisions = (await store.readStream('room-201')).map(({ revision }) => revision)
    expect(revisions).toEqual([0, 1, 3])
    const places = [0, 1, 2, 3].map((revision) => ({ stream: 'room-201', revision }))
    const found = (await store.readPlaces(places)).map(({ revision }) => revision)
    expect(found.toSorted((a, b) => a - b)).toEqual([0, 1, 3])
    expect(await store.readStream('foreign-1')).toEqual([])
  })

  test('ends with the newest event of the shop, unless its positions count all events', async () => {
    const last = await write('room-101', ['Cleaned'])
    await write('foreign-3', ['Cleaned'])
    const newest = await write('room-300', ['Opened', { room: '301' }])
    const head = await store.head()
    expect(head).toBe(name === 'Postgres' ? newest : last)
    const before = await store.positionBefore(name === 'Postgres' ? 3 : 1)
    expect(before).toBeLessThan(last)
    expect((await store.readAll(before, { limit: 10 })).events).toMatchObject([{ position: last, type: 'Cleaned' }])
  })
})

test('the EventStoreDB adapter over a wire-level double fetches no foreign stream, and does not mistake a truncated one for damage', async () => {
  const stores = await openDoubleStores()
  const store = await stores.another(shops)
  const truncate = (stream: string) =>
    stores.double.log.append(`$$${stream}`, 'any', [
      {
        id: newId(),
        type: '$metadata',
        contentType: 'application/json',
        data: Buffer.from('{"$tb":1}'),
        metadata: Buffer.alloc(0),
      },
    ])
  try {
    for (const stream of ['foreign-1', 'room-1010', 'room-101']) {
      await stores.store.append(stream, 'no-stream', [eventOf('Cleaned'), eventOf('Cleaned')])
      truncate(stream)
    }
    expect(await store.readStream('foreign-1')).toEqual([])
    expect(await store.readStream('room-1010')).toEqual([])
    const served = generateEvents(stores.double.log, { count: 3, bytes: 100 })
    expect(await store.readStream('foreign-generated')).toEqual([])
    expect(served.events).toBe(0)
    await expect(store.readStream('room-101')).rejects.toThrow('revision 0 of stream room-101 is missing')
  } finally {
    await stores.dispose()
  }
})
