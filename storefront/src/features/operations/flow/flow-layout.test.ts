import { expect, test } from 'vitest'
import type { Flow, ProjectionStatus } from '#modules/operations/schema.ts'
import { layOut } from './flow-layout.ts'

const flow: Flow = {
  streams: [
    { category: 'cart', title: 'cart', eventsPerSecond: 0 },
    { category: 'unread', title: 'unread', eventsPerSecond: 0 },
    { category: 'order', title: 'order', eventsPerSecond: 2 },
  ],
  subscriptions: [
    { name: 'mails', reads: ['order'], writes: 'mails' },
    { name: 'sales', reads: ['order'], writes: 'tables' },
    { name: 'carts', reads: ['cart'], writes: 'tables' },
  ],
}
const status = { projections: [], reactors: [] }

test('streams that are read come first, and readers of the same stream are grouped', () => {
  const { streams, nodes, written, rows } = layOut(flow, status)
  expect(streams.map(({ category }) => category)).toEqual(['cart', 'order'])
  expect(nodes.map(({ name }) => name)).toEqual(['carts', 'mails', 'sales'])
  expect(written.map(({ kind }) => kind)).toEqual(['tables', 'mails'])
  expect(rows).toBe(4)
})

test('each line joins the centres of its two rows, in columns that are centred', () => {
  const { reading, writing } = layOut(flow, status)
  expect(reading).toEqual([
    { from: 'cart', to: 'carts', path: 'M0 1.5C0.5 1.5 0.5 1 1 1' },
    { from: 'order', to: 'mails', path: 'M0 2.5C0.5 2.5 0.5 2 1 2' },
    { from: 'order', to: 'sales', path: 'M0 2.5C0.5 2.5 0.5 3 1 3' },
  ])
  expect(writing.map(({ path }) => path)).toEqual([
    'M0 1C0.5 1 0.5 1 1 1',
    'M0 2C0.5 2 0.5 3 1 3',
    'M0 3C0.5 3 0.5 1 1 1',
  ])
})

const eventAt = (position: number) => ({ position, type: 'OrderPlaced', at: '2026-11-21T09:30:00.000Z' })

const projection = (name: string, lag: number): ProjectionStatus => ({
  name,
  version: 1,
  status: 'live',
  position: 7,
  lag,
  lagSeconds: 0,
  eventsPerSecond: 4,
  updatedAt: '2026-11-21T09:30:00Z',
})

test('what is written to has the rate of all its writers, the lag of the slowest, and the newest event of one', () => {
  const lastEvents: Record<string, Flow['subscriptions'][number]['lastEvent']> = {
    sales: eventAt(7),
    carts: eventAt(9),
  }
  const subscriptions = flow.subscriptions.map((one) => ({ ...one, lastEvent: lastEvents[one.name] }))
  const projections = [projection('sales', 12), projection('carts', 3)]
  expect(layOut({ ...flow, subscriptions }, { projections, reactors: [] }).written).toEqual([
    { kind: 'tables', writers: ['carts', 'sales'], eventsPerSecond: 8, lag: 12, lastEvent: eventAt(9) },
    { kind: 'mails', writers: ['mails'], eventsPerSecond: 0, lag: 0, lastEvent: undefined },
  ])
})
