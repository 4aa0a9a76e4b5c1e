import { describe, expect, test } from 'vitest'
import { eventSchemas } from '#core/event-store/codec/event-schemas.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { history, suppliedProducts } from './history.ts'
import { chartOf } from './report.ts'
import { sizesFrom } from './sizes.ts'

const size = { products: 40, orders: 300 }
const all = [...history(size)]

describe('the history of a shop', () => {
  test('is the same for the same size', () => expect([...history(size)]).toEqual(all))

  test('has only events that fit their definitions', () => {
    const schemas = eventSchemas(eventDefinitions)
    const flaws = all.flatMap(({ event: { type, data } }) => {
      const definition = schemas.find(type)
      return definition === undefined ? [type] : (schemas.flawOfNew(type, definition, { ...data }) ?? [])
    })
    expect(flaws).toEqual([])
  })

  test('has streams without gaps, in the order of time', () => {
    const revisions = new Map<string, number[]>()
    for (const { stream, revision } of all) revisions.set(stream, [...(revisions.get(stream) ?? []), revision])
    const withGaps = [...revisions.values()].filter((own) => own.some((revision, place) => revision !== place))
    expect(withGaps).toEqual([])
    const times = all.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
  })

  test('has the products and orders of its size, of which the last 200 are under way', () => {
    const numbers = Object.fromEntries(
      [...Map.groupBy(all, ({ event }) => event.type)].map(([type, own]) => [type, own.length]),
    )
    expect(numbers).toEqual({
      ProductAdded: 40,
      OrderPlaced: 300,
      OrderConfirmed: 237,
      OrderCancelled: 13,
      OrderDispatched: 190,
      OrderDelivered: 95,
      PaymentCollected: 95,
    })
  })

  test('begins with the products of a smaller shop', () =>
    expect([...suppliedProducts(40)].slice(0, 10)).toEqual([...suppliedProducts(10)]))
})

describe('the sizes', () => {
  test('pair products with orders', () =>
    expect(sizesFrom('10,200', '3,40')).toEqual([
      { products: 10, orders: 3 },
      { products: 200, orders: 40 },
    ]))

  test.each([
    ['10,200', '3'],
    ['10,', '3,40'],
    ['ten', '3'],
    ['0', '3'],
  ])('are refused if they are %j and %j', (products, orders) =>
    expect(() => sizesFrom(products, orders)).toThrow(RangeError),
  )
})

test('the chart has a bar and a goal for each call that grows', () => {
  const lines = [
    { name: 'search', ratio: 2.345 },
    { name: 'start', ratio: undefined },
    { name: 'memory of the process', ratio: 1.1 },
  ]
  expect(chartOf(lines).slice(3, -1)).toEqual([
    '  x-axis ["search", "memory of the process"]',
    '  y-axis "times" 0 --> 4',
    '  bar [2.35, 1.10]',
    '  line [4, 1.3]',
  ])
})
