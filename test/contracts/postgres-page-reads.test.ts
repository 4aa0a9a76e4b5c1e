import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { byteBudget } from '#core/async/byte-budget.ts'
import type { EventStore, JsonObject, Page, Position, RecordedEvent } from '#core/event-store/event-store.ts'
import { type ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { postgresReads } from '#core/event-store/postgres/read.ts'
import { newId } from '#core/domain/ids.ts'
import { eventOf, newStream, openPostgresStores, type PostgresStores } from '#test/support/event-store/event-stores.ts'
import { incompressible, sizesOfAnswers } from '#test/support/postgres/sizes-of-answers.ts'

/** Bytes of the answer for a page that uses the whole budget, as JSON, with room for names and escapes. */
const answerOfAPage = 1.5 * byteBudget.page

describe('a page of the log in Postgres', () => {
  let stores: PostgresStores

  beforeEach(async () => {
    stores = await openPostgresStores()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await stores.dispose()
  })

  /** Appends events, each to its own stream, cycling through the types; resolves to their ids. */
  async function write(count: number, types: readonly string[], dataOf: (i: number) => JsonObject): Promise<string[]> {
    const events = Array.from({ length: count }, (_, i) => eventOf(types[i % types.length] ?? '', dataOf(i)))
    for (const event of events) await stores.store.append(newStream(), 'no-stream', [event])
    return events.map(({ id }) => id)
  }

  test('has as many large events as the budget allows, and its statement fetches no more', async () => {
    const ids = await write(60, ['Large'], large)
    const sizes = sizesOfAnswers(stores.database.pool)
    const pages = await pagesOf(stores.store)
    expect(pages.flatMap(({ events }) => idsOf(events))).toEqual(ids)
    expect(Math.max(...(await sizes()))).toBeLessThan(answerOfAPage)
    expect(pages.map(({ events }) => events.length)).toSatisfy((lengths: number[]) => lengths.every((one) => one < 20))
    expect(Math.max(...pages.map(({ bytes = 0 }) => bytes))).toBeLessThanOrEqual(byteBudget.page)
  })

  test('holds few of the events that are small only in storage because they compress', async () => {
    const ids = await write(100, ['Large'], () => ({ text: 'trolley '.repeat(24_000) }))
    const sizes = sizesOfAnswers(stores.database.pool)
    const pages = await pagesOf(stores.store)
    expect(pages.flatMap(({ events }) => idsOf(events))).toEqual(ids)
    expect(Math.max(...(await sizes()))).toBeLessThan(answerOfAPage)
  })

  test('is not cut short by large events of other types, and does not fetch them', async () => {
    const ids = await write(60, ['Large', 'Small'], (i) => (i % 2 === 0 ? large(i) : { i }))
    const sizes = sizesOfAnswers(stores.database.pool)
    const page = await stores.store.readAll(0, { limit: 2_000, types: ['Small'] })
    expect(idsOf(page.events)).toEqual(ids.filter((_id, i) => i % 2 === 1))
    expect(page).toMatchObject({ position: 60, isFull: false })
    expect(await sizes()).toSatisfy(([first = 0, ...others]: number[]) => first < 50_000 && others.length === 0)
  })

  test('fetches only the names of events whose types are not defined', async () => {
    await write(30, ['Foreign'], large)
    const sizes = sizesOfAnswers(stores.database.pool)
    const shops: ShopsEvents = { has: ({ type }) => type === 'Own', types: ['Own', 'Other'] }
    const page = await postgresReads(stores.database.pool, shops).readAll(0, { limit: 2_000, types: ['Own'] })
    expect(page.foreign).toHaveLength(30)
    expect(Math.max(...(await sizes()))).toBeLessThan(50_000)
  })

  test('holds a single event that is larger than the budget', async () => {
    const before = await write(1, ['Small'], () => ({}))
    const texts = Array.from({ length: 8_000 }, (_, i) => incompressible(i))
    const id = await plant({ texts })
    const pages = await pagesOf(stores.store)
    expect(pages.map(({ events }) => idsOf(events))).toEqual([before, [id]])
    expect(pages[1]?.bytes).toBeGreaterThan(byteBudget.page)
  })

  /** Inserts into the table directly: the size limit of an append is far below the budget. */
  async function plant(data: JsonObject): Promise<string> {
    const id = newId()
    const { metadata } = eventOf('Large')
    await stores.database.pool.query(
      `with moved as (update log_head set position = position + 1 returning position)
        insert into events (position, stream, revision, id, type, data, metadata, at)
        select position, $1, 0, $2, 'Large', $3, $4, now() from moved`,
      [newStream(), id, JSON.stringify(data), JSON.stringify(metadata)],
    )
    return id
  }
})

/** About 200 kB. */
function large(i: number): JsonObject {
  return { i, texts: Array.from({ length: 400 }, (_, n) => incompressible(400 * i + n)) }
}

function idsOf(events: readonly RecordedEvent[]): string[] {
  return events.map(({ id }) => id)
}

/** Every page, each requested with a limit above the number of events. */
async function pagesOf(store: Pick<EventStore, 'readAll'>): Promise<Page[]> {
  const pages: Page[] = []
  for (let after: Position = 0; ;) {
    const page = await store.readAll(after, { limit: 2_000 })
    if (page.position === after) return pages
    pages.push(page)
    after = page.position
  }
}
