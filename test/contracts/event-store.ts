import { afterAll, beforeAll, describe, expect, test, type TestOptions } from 'vitest'
import type { EventStore, Page, Position, RecordedEvent } from '#core/event-store/event-store.ts'
import type { ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { eventOf } from '#test/support/event-store/event-stores.ts'
import { eventually } from '#test/support/eventually.ts'
import { newStream, suiteEvents } from './contract-streams.ts'
import { describeAppend, describeBadInput, describeRepetition } from './event-store-append.ts'
import { assertHistory, race } from './event-store-race.ts'

export type EventStores = {
  /** A second store on the same engine, as another process would open it; `shops` selects the shop's events. */
  another(shops: ShopsEvents): Promise<EventStore>
  dispose(): Promise<void>
}

/**
 * The contract of the port, which every adapter passes. The engine that `open` starts may hold foreign events, and
 * other applications may write to it during the tests: the suite checks only its own streams.
 */
export function describeEventStoreContract(
  name: string,
  open: () => Promise<EventStores>,
  options: TestOptions = {},
): void {
  describe(`${name}, as an event store`, options, () => {
    let stores: EventStores
    let store: EventStore
    const another = () => stores.another(suiteEvents)

    beforeAll(async () => {
      stores = await open()
      store = await another()
    })

    afterAll(() => stores.dispose())

    test('begins without events of the shop', async () => {
      expect(await store.head()).toBe(0)
      expect((await store.readAll(0, { limit: 10 })).events).toEqual([])
    })

    describeAppend(() => store)
    describeRepetition(() => store)
    describeBadInput(() => store)
    describeReadStream(() => store)
    describeReadPlaces(() => store)
    describeReadAll(() => store)
    describeSubscribe(() => store, another)

    test('returns every event to a reader, once and in one order, while sixteen writers race', async () => {
      const writers = [store, ...(await Promise.all([another(), another(), another()]))]
      const { seen, acknowledged } = await race({ writers, reader: await another() })
      expect(acknowledged.length).toBeGreaterThan(200)
      assertHistory(seen, acknowledged)
    })
  })
}

/** All pages from a position to the shop's newest event; other applications may write after it. */
async function pagesAfter(
  store: EventStore,
  start: Position,
  readOptions: Parameters<EventStore['readAll']>[1],
): Promise<Page[]> {
  const head = await store.head()
  const pages: Page[] = []
  for (let after = start; after < head;) {
    const page = await store.readAll(after, readOptions)
    expect(page.position).toBeGreaterThan(after)
    pages.push(page)
    after = page.position
  }
  return pages
}

async function eventsAfter(...readOptions: Parameters<typeof pagesAfter>): Promise<RecordedEvent[]> {
  return (await pagesAfter(...readOptions)).flatMap(({ events }) => events)
}

function describeReadStream(opened: () => EventStore): void {
  const numbersIn = async (stream: string) => (await opened().readStream(stream)).map(({ data }) => data['n'])

  describe('readStream', () => {
    test('returns nothing for a stream that does not exist', async () => {
      expect(await opened().readStream(newStream())).toEqual([])
    })

    test('returns the events between two revisions, inclusive', async () => {
      const stream = newStream()
      await opened().append(
        stream,
        'no-stream',
        [0, 1, 2, 3].map((n) => eventOf('Counted', { n })),
      )
      const revisions = async (span: { from?: number; to?: number }) =>
        (await opened().readStream(stream, span)).map((event) => event.revision)
      expect(await revisions({})).toEqual([0, 1, 2, 3])
      expect(await revisions({ from: 2 })).toEqual([2, 3])
      expect(await revisions({ to: 1 })).toEqual([0, 1])
      expect(await revisions({ from: 1, to: 2 })).toEqual([1, 2])
      expect(await revisions({ from: 9 })).toEqual([])
    })

    test('returns to each of many simultaneous readers what has been appended to its own stream', async () => {
      const streams = Array.from({ length: 40 }, () => newStream())
      const first = Promise.all(streams.map(numbersIn))
      const second = streams.map(async (stream, n) => {
        if (n % 4 === 0) return numbersIn(stream)
        await opened().append(stream, 'no-stream', [eventOf('Counted', { n }), eventOf('Counted', { n: -n })])
        return numbersIn(stream)
      })
      expect(await Promise.all(second)).toEqual(streams.map((_, n) => (n % 4 === 0 ? [] : [n, -n])))
      for (const seen of await first) expect([0, 2]).toContain(seen.length)
    })
  })
}

function describeReadPlaces(opened: () => EventStore): void {
  describe('readPlaces', () => {
    test('returns the events at places in many streams, and nothing for places that hold none', async () => {
      const [one, other] = [newStream(), newStream()]
      const counted = Array.from({ length: 12 }, (_, n) => eventOf('Counted', { n }))
      await opened().append(one, 'no-stream', counted)
      await opened().append(other, 'no-stream', [eventOf('Counted', { n: 0 })])
      const places = [
        { stream: one, revision: 11 },
        { stream: one, revision: 0 },
        { stream: one, revision: 2 },
        { stream: other, revision: 0 },
        { stream: other, revision: 1 },
        { stream: newStream(), revision: 0 },
      ]
      const found = await opened().readPlaces(places)
      const expected = [...(await opened().readStream(one)), ...(await opened().readStream(other))].filter((event) =>
        places.some(({ stream, revision }) => stream === event.stream && revision === event.revision),
      )
      expect(expected).toHaveLength(4)
      expect(found.toSorted((a, b) => a.position - b.position)).toEqual(expected)
      expect(await opened().readPlaces([])).toEqual([])
    })
  })
}

function describeReadAll(opened: () => EventStore): void {
  describe('readAll', () => {
    test('returns all events in the order of their positions, whatever the page size', async () => {
      const start = await opened().head()
      const streams = [newStream(), newStream()]
      for (let i = 0; i < 10; i++) {
        for (const stream of streams)
          await opened().append(stream, 'any', [eventOf('Counted', { i }), eventOf('Noted')])
      }
      const all = await eventsAfter(opened(), start, { limit: 1_000 })
      const positions = all.map(({ position }) => position)
      expect(positions).toEqual([...positions].sort((a, b) => a - b))
      expect(positions.at(-1)).toBe(await opened().head())
      for (const stream of streams) {
        expect(all.filter((event) => event.stream === stream)).toEqual(await opened().readStream(stream))
      }
      for (const limit of [1, 7]) expect(await eventsAfter(opened(), start, { limit })).toEqual(all)
    })

    test('omits other types, and continues past what it omitted', async () => {
      const after = await opened().head()
      const stream = newStream()
      const types = ['Wanted', 'Other', 'Other', 'Wanted', 'Other']
      await opened().append(
        stream,
        'no-stream',
        types.map((type) => eventOf(type)),
      )
      const head = await opened().head()
      const wanted = await pagesAfter(opened(), after, { limit: 1_000, types: ['Wanted', 'Never'] })
      const events = wanted.flatMap((page) => page.events)
      expect(events.map(({ revision }) => revision)).toEqual([0, 3])
      expect(events[0]).toEqual((await opened().readStream(stream))[0])
      expect(wanted.at(-1)?.position).toBeGreaterThanOrEqual(head)
      const never = await pagesAfter(opened(), after, { limit: 1_000, types: ['Never'] })
      expect(never.flatMap((page) => page.events)).toEqual([])
      expect(never.at(-1)?.position).toBeGreaterThanOrEqual(head)
    })

    test('examines as many positions as the limit allows, even if it omits all of them', async () => {
      const after = await opened().head()
      await opened().append(newStream(), 'no-stream', [eventOf('Other'), eventOf('Other'), eventOf('Wanted')])
      const [first, ...others] = await pagesAfter(opened(), after, { limit: 2, types: ['Wanted'] })
      expect(first?.events).toEqual([])
      expect(others.flatMap(({ events }) => events)).toHaveLength(1)
      const head = await opened().head()
      expect(others.at(-1)?.last?.position).toBe(head)
    })

    test('reports whether a limit ended the page, and the last event covered, of whichever type', async () => {
      const after = await opened().head()
      await opened().append(newStream(), 'no-stream', [eventOf('Other'), eventOf('Wanted')])
      const last = eventOf('Other')
      const { position } = await opened().append(newStream(), 'no-stream', [last])
      const page = (await pagesAfter(opened(), after, { limit: 1_000, types: ['Wanted'] })).at(-1)
      expect(page).toMatchObject({ isFull: false, last: { position, id: last.id } })
      expect((await pagesAfter(opened(), after, { limit: 1_000 })).at(-1)?.last).toEqual(page?.last)
      expect(await opened().readAll(after, { limit: 1, types: ['Wanted'] })).toMatchObject({ isFull: true })
      expect((await opened().readAll(position, { limit: 10 })).last).toBeUndefined()
    })

    test('returns the id of the event at a position, and none where there is no event', async () => {
      const [one, two] = [eventOf('One'), eventOf('Two')]
      await opened().append(newStream(), 'no-stream', [one, two])
      const events = await eventsAfter(opened(), await opened().positionBefore(2), { limit: 10 })
      const ids = await Promise.all(events.map(({ position }) => opened().idAt(position)))
      expect(ids).toEqual([one.id, two.id])
      expect(await opened().idAt(beyondTheEnd)).toBeUndefined()
    })

    test('returns the position before the newest events', async () => {
      await opened().append(newStream(), 'no-stream', [eventOf('One'), eventOf('Two'), eventOf('Three')])
      const events = await eventsAfter(opened(), await opened().positionBefore(2), { limit: 10 })
      expect(events.map(({ type }) => type)).toEqual(['Two', 'Three'])
      expect(await opened().positionBefore(1_000_000)).toBe(0)
    })

    test('stays at the end of the log when there is nothing new', async () => {
      const head = await opened().head()
      for (const types of [undefined, ['Any']]) {
        const page = await opened().readAll(head, { limit: 10, ...(types && { types }) })
        expect(page).toMatchObject({ events: [], last: undefined })
        expect(page.position).toBeGreaterThanOrEqual(head)
      }
      expect(await opened().readAll(beyondTheEnd, { limit: 10 })).toMatchObject({ events: [], position: beyondTheEnd })
      expect(await opened().head()).toBe(head)
    })
  })
}

/** Beyond the end of any log that tests write. */
const beyondTheEnd = 900_000_000_000

function describeSubscribe(opened: () => EventStore, another: () => Promise<EventStore>): void {
  describe('subscribe and close', () => {
    test('wakes every subscriber after an append by any process', async () => {
      const other = await another()
      const woken = new Set<string>()
      const stops = ['first', 'second'].map((name) => opened().subscribe(() => woken.add(name)))
      await other.append(newStream(), 'no-stream', [eventOf('Heard')])
      await eventually(() => expect(woken.size).toBe(2))
      for (const stop of stops) stop()
    })

    test('does not call a listener that has unsubscribed', async () => {
      let left = 0
      let stayed = 0
      const leave = opened().subscribe(() => left++)
      const stay = opened().subscribe(() => stayed++)
      leave()
      left = 0
      await opened().append(newStream(), 'no-stream', [eventOf('Heard')])
      await eventually(() => expect(stayed).toBeGreaterThan(0))
      expect(left).toBe(0)
      stay()
    })

    test('finishes pending calls when it closes, and accepts none afterwards', async () => {
      const closing = await another()
      const stream = newStream()
      const append = closing.append(stream, 'no-stream', [eventOf('Last')])
      await closing.close()
      expect(await append).toMatchObject({ revision: 0 })
      await expect(closing.append(stream, 0, [eventOf('Late')])).rejects.toMatchObject({ outcome: 'none' })
      await closing.close()
      expect(await opened().readStream(stream)).toHaveLength(1)
    })
  })
}
