import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '#core/event-store/event-store.ts'
import { newId } from '#core/domain/ids.ts'
import { lagsIn } from '#core/projections/checkpoints/lag.ts'
import { eventOf, newStream, openDoubleStores, type DoubleStores } from '#test/support/event-store/event-stores.ts'

const withNewId = (event: NewEvent): NewEvent => ({ ...event, id: newId() })

describe('the lag of a read model whose events are in a double of EventStoreDB, where positions are bytes', () => {
  const updatedAt = new Date(Date.now() - 3_600_000).toISOString()
  let stores: DoubleStores

  beforeEach(async () => {
    stores = await openDoubleStores()
  })
  afterEach(() => stores.dispose())

  const append = (count: number) =>
    stores.store.append(
      newStream(),
      'no-stream',
      Array.from({ length: count }, () => eventOf('Counted')),
    )

  async function lagAt(position: number) {
    return lagsIn(stores.store)({ position, lag: (await stores.store.head()) - position, updatedAt })
  }

  test('is counted in events, and in seconds since the oldest of them', async () => {
    const { position } = await append(3)
    await append(30)
    const { lag, lagSeconds } = await lagAt(position)
    expect(lag).toBe(30)
    expect(lagSeconds).toBeLessThan(600)
    expect(await lagAt(await stores.store.head())).toEqual({ lag: 0, lagSeconds: 0 })
  })

  test('counts only the shop’s own events, however many others write', async () => {
    const shops = { has: ({ stream }: { stream: string }) => stream.startsWith('thing-'), types: undefined }
    const store = await stores.another(shops)
    const { position } = await append(1)
    const foreign = Array.from({ length: 300 }, () => eventOf('Counted'))
    for (let batch = 0; batch < 3; batch++) await stores.store.append('foreign-1', 'any', foreign.map(withNewId))
    await append(240)
    const lag = (await store.head()) - position
    expect(await lagsIn(store, Infinity)({ position, lag, updatedAt })).toMatchObject({ lag: 240 })
  })

  test('is estimated from the length of the first ones if there are many', async () => {
    for (let batch = 0; batch < 9; batch++) await append(100)
    const { lag } = await lagAt(0)
    expect(Math.abs(lag - 900)).toBeLessThan(20)
  })

  test('is reported for one that has stopped at an unreadable event, from the moment it stopped', async () => {
    const { position } = await append(1)
    const unreadable = { contentType: 'application/json', data: Buffer.from('{"half":'), metadata: new Uint8Array() }
    stores.double.log.append('order-1', 'any', [{ id: newId(), type: 'Bad', ...unreadable }])
    await append(4)
    const { lag, lagSeconds } = await lagAt(position)
    expect(lag).toBe(5)
    expect(lagSeconds).toBeGreaterThanOrEqual(3_599)
  })
})
