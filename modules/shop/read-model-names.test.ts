import { expect, test } from 'vitest'
import { assertReadModelNames } from './read-model-names.ts'

const route = { method: 'GET', path: '/api/orders' } as const
const projections = ['orders', 'carts']

test.each([{}, { reads: 'orders' }, { reads: ['orders', 'carts'] }, { cachedBy: 'carts' }])('accepts %j', (names) => {
  expect(() => assertReadModelNames({ projections, routes: [{ ...route, ...names }] })).not.toThrow()
})

test.each([{ reads: 'order' }, { reads: ['orders', 'order'] }, { cachedBy: 'order' }])('refuses %j', (names) => {
  const check = () => assertReadModelNames({ projections, routes: [{ ...route, ...names }] })
  expect(check).toThrow('GET /api/orders names the read model order, which nothing builds: correct the name')
})
