import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore } from '#core/event-store/event-store.ts'
import { skipStream } from '#core/event-store/skipped/skip-record.ts'
import { excludingSkipped } from '#core/event-store/skipped/without-skipped.ts'
import { newId } from '#core/domain/ids.ts'
import { eventOf, newStream, openDoubleStores, openPostgresStores } from '#test/support/event-store/event-stores.ts'

type Opened = {
  store: EventStore
  /** Appends an event that cannot be decoded; resolves to its id. */
  damage(stream: string): Promise<string>
  dispose(): Promise<void>
}

async function onPostgres(): Promise<Opened> {
  const stores = await openPostgresStores()
  return {
    store: stores.store,
    dispose: () => stores.dispose(),
    async damage(stream) {
      const id = newId()
      const event = { id, type: 'Damaged', data: [], metadata: {} }
      await stores.database.pool.query('select append_events($1)', [
        JSON.stringify([{ stream, expected: -2, events: [event] }]),
      ])
      return id
    },
  }
}

async function onDouble(): Promise<Opened> {
  const stores = await openDoubleStores()
  return {
    store: stores.store,
    dispose: () => stores.dispose(),
    async damage(stream) {
      const id = newId()
      const binary = {
        contentType: 'application/octet-stream',
        data: Buffer.from([0, 255]),
        metadata: Buffer.from([1]),
      }
      stores.double.log.append(stream, 'any', [{ id, type: 'Damaged', ...binary }])
      return id
    },
  }
}

describe.each([
  ['Postgres', onPostgres],
  ['the EventStoreDB adapter over a wire-level double', onDouble],
])('on %s, an event that is skipped for every reader', (_, open) => {
  let opened: Opened
  let store: EventStore
  let before: number
  let stream: string
  let id: string

  beforeAll(async () => {
    opened = await open()
    store = excludingSkipped(opened.store)
    stream = newStream()
    before = await opened.store.head()
    await opened.store.append(stream, 'no-stream', [eventOf('First')])
    id = await opened.damage(stream)
    await opened.store.append(stream, 1, [eventOf('Third')])
  })
  afterAll(() => opened.dispose())

  const typesIn = async (span?: { from?: number; to?: number }) =>
    (await store.readStream(stream, span)).map(({ type }) => type)
  const places = () => [0, 1, 2].map((revision) => ({ stream, revision }))

  async function everything(): Promise<string[]> {
    const types: string[] = []
    for (let after = before; ;) {
      const page = await store.readAll(after, { limit: 10, types: ['First', 'Damaged', 'Third'] })
      types.push(...page.events.map(({ type }) => type))
      if (page.position === after) return types
      after = page.position
    }
  }

  test('stops readers before it is skipped', async () => {
    await expect(store.readStream(stream)).rejects.toMatchObject({ event: { id, revision: 1 } })
    await expect(store.readPlaces(places())).rejects.toMatchObject({ event: { id } })
    await expect(everything()).rejects.toMatchObject({ event: { id } })
  })

  test('is missing from streams, positions and the log, which keep all others', async () => {
    await opened.store.append(skipStream, 'any', [eventOf('EventLeftOut', { position: 7, event: { id } })])
    expect(await typesIn()).toEqual(['First', 'Third'])
    expect(await typesIn({ from: 1 })).toEqual(['Third'])
    expect(await typesIn({ to: 1 })).toEqual(['First'])
    expect(await typesIn({ from: 1, to: 1 })).toEqual([])
    expect((await store.readPlaces(places())).map(({ type }) => type).toSorted()).toEqual(['First', 'Third'])
    expect(await everything()).toEqual(['First', 'Third'])
  })

  test('stops readers again once its exclusion is withdrawn', async () => {
    await opened.store.append(skipStream, 'any', [eventOf('EventLeftOutWithdrawn', { position: 7 })])
    await expect(store.readStream(stream)).rejects.toMatchObject({ event: { id } })
    await expect(everything()).rejects.toMatchObject({ event: { id } })
  })
})
