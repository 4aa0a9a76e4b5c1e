import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { openOperationsRecord, type OperationEvent } from '#modules/operations/module.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

const asha = { id: 'operator:asha', name: 'asha', role: 'SYSTEM' } as const
const ravi = { id: 'operator:ravi', name: 'ravi', role: 'SYSTEM' } as const

const retried = (projection: string): OperationEvent => ({ type: 'ProjectionRetried', data: { projection } })
const verified = (projection: string, ms: number): OperationEvent => ({
  type: 'ProjectionVerified',
  data: { projection, outcome: 'done', ms },
})

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  const record = openOperationsRecord({ store: shop.shop.infrastructure.store, newId })
  for (const by of [asha, ravi, asha, ravi]) await record.write(by, retried('orders'))
  await record.write(ravi, retried('carts'))
  await record.write(asha, retried('carts'))
})
afterAll(() => shop.close())

async function history(query = '') {
  const { status, body } = await shop.call('GET', `/api/ops/history${query}`, { token: shop.adminToken })
  const operations: { by: { name: string }; data: { projection: string } }[] = body.content ?? []
  const about = operations.map(({ by, data }) => `${by.name} ${data.projection}`)
  return { status, about, last: body.last, people: body.people, content: body.content }
}

describe('the activity of operators', () => {
  test('is narrowed to a read model, to a person, and to both', async () => {
    expect((await history()).about).toEqual([
      'asha carts',
      'ravi carts',
      'ravi orders',
      'asha orders',
      'ravi orders',
      'asha orders',
    ])
    expect((await history('?name=carts')).about).toEqual(['asha carts', 'ravi carts'])
    expect((await history('?by=operator:ravi')).about).toEqual(['ravi carts', 'ravi orders', 'ravi orders'])
    expect((await history('?by=operator:ravi&name=orders')).about).toEqual(['ravi orders', 'ravi orders'])
    expect(await history('?by=nobody')).toMatchObject({ about: [], last: true })
    expect(await history('?name=nothing')).toMatchObject({ about: [], last: true })
  })

  test('names those who can be chosen, however it is narrowed', async () => {
    const people = [
      { id: 'operator:asha', name: 'asha' },
      { id: 'operator:ravi', name: 'ravi' },
    ]
    expect((await history('?name=carts&by=operator:ravi')).people).toEqual(people)
  })

  test('is read in parts, each before the position of the last operation', async () => {
    const first = await history('?by=operator:asha&limit=2')
    expect(first).toMatchObject({ about: ['asha carts', 'asha orders'], last: false })
    const second = await history(`?by=operator:asha&limit=2&before=${first.content[1].position}`)
    expect(second).toMatchObject({ about: ['asha orders'], last: true })
  })

  test('refuses what cannot be meant', async () => {
    for (const query of ['?before=-1', '?before=soon', '?limit=0', '?limit=201', `?by=${'x'.repeat(101)}`])
      expect((await history(query)).status).toBe(400)
  })
})

/** The same store, which counts the events that it reads. */
function counting(store: EventStore) {
  const counted = { events: 0 }
  const count = async <T extends readonly unknown[]>(reading: Promise<T>): Promise<T> => {
    const events = await reading
    counted.events += events.length
    return events
  }
  const reading = {
    ...store,
    readStream: (...which: Parameters<EventStore['readStream']>) => count(store.readStream(...which)),
    readPlaces: (...which: Parameters<EventStore['readPlaces']>) => count(store.readPlaces(...which)),
  }
  return { reading, counted }
}

describe('the record of operations', () => {
  test('reads each operation once, and then only what is shown and was added', async () => {
    const { reading, counted } = counting(shop.shop.infrastructure.store)
    const record = openOperationsRecord({ store: reading, newId })
    for (let ms = 0; ms < 300; ms += 1) await record.write(asha, verified('product-list', ms))
    await record.history(['product-list'], { limit: 5 })
    counted.events = 0
    const { operations, hasMore } = await record.history(['product-list'], { limit: 5 })
    expect([operations.map(({ data }) => data['ms']), hasMore]).toEqual([[299, 298, 297, 296, 295], true])
    expect(counted.events).toBeLessThanOrEqual(6)

    await record.write(ravi, verified('product-list', 300))
    counted.events = 0
    expect(await record.results(['product-list'])).toMatchObject([{ by: ravi, data: { ms: 300 } }])
    expect(counted.events).toBeLessThanOrEqual(3)
  })

  test('reads again what another log has in its place', async () => {
    const { store } = shop.shop.infrastructure
    let other = 'orders'
    const replaced: EventStore = {
      ...store,
      readStream: (name, span) => store.readStream(name.replace('orders', other), span),
    }
    const record = openOperationsRecord({ store: replaced, newId })
    expect((await record.history(['orders'], { limit: 9 })).operations).toHaveLength(4)
    other = 'carts'
    expect((await record.history(['orders'], { limit: 9 })).operations).toHaveLength(2)
  })
})
