import { expect, test } from 'vitest'
import { listedWith, type Listed } from './listed.ts'

const failed = { name: 'orders', status: 'failed' } as const
const live = { name: 'carts', status: 'live' } as const
const none: Listed = { status: 'failed', names: new Set() }

test('those in the state are listed, and stay listed in another state', () => {
  const first = listedWith(none, { all: [failed, live], status: 'failed' })
  expect([...first.names]).toEqual(['orders'])
  const rebuilding = { ...failed, status: 'rebuilding' } as const
  expect(listedWith(first, { all: [rebuilding, live], status: 'failed' })).toBe(first)
  const more = listedWith(first, { all: [rebuilding, { ...live, status: 'failed' }], status: 'failed' })
  expect([...more.names]).toEqual(['orders', 'carts'])
})

test('another address begins a list of its own', () => {
  const first = listedWith(none, { all: [failed, live], status: 'failed' })
  expect([...listedWith(first, { all: [failed, live], status: 'catching-up' }).names]).toEqual([])
  expect([...listedWith(first, { all: [failed, live], status: undefined }).names]).toEqual(['orders', 'carts'])
})
