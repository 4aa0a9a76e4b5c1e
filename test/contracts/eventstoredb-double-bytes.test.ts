import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { byteBudget } from '#core/async/byte-budget.ts'
import type { Page } from '#core/event-store/event-store.ts'
import { generateEvents } from '#test/support/event-store-double/others/generated-events.ts'
import { eventOf, newStream, openDoubleStores, type DoubleStores } from '#test/support/event-store/event-stores.ts'

describe('pages of EventStoreDB, over a wire-level double', () => {
  let stores: DoubleStores

  beforeEach(async () => {
    stores = await openDoubleStores()
  })

  afterEach(() => stores.dispose())

  async function allPages(types?: readonly string[]): Promise<Page[]> {
    const pages: Page[] = []
    for (let after = 0, isFull = true; isFull;) {
      const page = await stores.store.readAll(after, { limit: 2_000, ...(types && { types }) })
      pages.push(page)
      after = page.position
      isFull = page.isFull
    }
    return pages
  }

  test('end after a few MB, and continue where they ended', async () => {
    const events = Array.from({ length: 12 }, (_, i) => eventOf('Large', { i, text: 'a'.repeat(400_000) }))
    for (const event of events) await stores.store.append(newStream(), 'no-stream', [event])
    const pages = await allPages()
    expect(pages.flatMap((page) => page.events.map(({ id }) => id))).toEqual(events.map(({ id }) => id))
    expect(Math.max(...pages.map(({ bytes = 0 }) => bytes))).toBeLessThan(2 * byteBudget.page)
    expect(pages.length).toBeGreaterThan(3)
  })

  test('hold only the requested types, and the head is found past the others', async () => {
    const [own, last] = [eventOf('Own'), eventOf('Own')]
    await stores.store.append(newStream(), 'no-stream', [own])
    generateEvents(stores.double.log, { count: 60, bytes: 500_000 })
    const { position } = await stores.store.append(newStream(), 'no-stream', [last])
    const pages = await allPages(['Own'])
    expect(pages.flatMap((page) => page.events.map(({ id }) => id))).toEqual([own.id, last.id])
    expect(Math.max(...pages.map(({ bytes = 0 }) => bytes))).toBeLessThan(1_000)
    expect(await stores.store.head()).toBe(position)
  })

  test('do not truncate a stream that is larger than one page', async () => {
    const stream = newStream()
    const events = Array.from({ length: 12 }, (_, i) => eventOf('Large', { i, text: 'a'.repeat(400_000) }))
    for (const [i, event] of events.entries()) await stores.store.append(stream, i === 0 ? 'no-stream' : i - 1, [event])
    expect((await stores.store.readStream(stream)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  test('end with what has arrived when events arrive slowly, instead of failing', async () => {
    const stream = newStream()
    const events = Array.from({ length: 52 }, (_, i) => eventOf('Slow', { i }))
    const ids = events.map(({ id }) => id)
    await stores.store.append(stream, 'no-stream', events)
    // All of them together take longer than the timeout of a call.
    stores.double.setEventDelay(110)
    const slow = await stores.store.readAll(0, { limit: 100 })
    expect(slow.isFull).toBe(true)
    expect((await stores.store.readStream(stream)).map(({ id }) => id)).toEqual(ids)
    stores.double.setEventDelay(0)
    const rest = await stores.store.readAll(slow.position, { limit: 100 })
    expect([...slow.events, ...rest.events].map(({ id }) => id)).toEqual(ids)
  })

  test('are half as large after one that timed out empty, and grow again', async () => {
    const events = Array.from({ length: 12 }, (_, i) => eventOf('Counted', { i }))
    await stores.store.append(newStream(), 'no-stream', events)
    const reached = async (limit: number) => (await stores.store.readAll(0, { limit })).position
    const [four, eight] = [await reached(4), await reached(8)]
    stores.double.setSilent(true)
    await expect(reached(8)).rejects.toMatchObject({ name: 'EngineUnavailable' })
    stores.double.setSilent(false)
    expect([await reached(8), await reached(8)]).toEqual([four, eight])
  })
})
