import { expect, test } from 'vitest'
import type { Operation } from '#modules/operations/schema.ts'
import { newestResults } from './newest-results.ts'

function operation(position: number, type: string, projection: string): Operation {
  const by = { id: 'USR-1', name: 'Asha', role: 'ADMIN' }
  return { position, type, at: '2026-11-26T10:00:00.000Z', by, data: { projection } }
}

test('the newest result of each kind is shown, whichever list it comes from, newest first', () => {
  const loaded = [operation(5, 'ProjectionReplayed', 'orders'), operation(6, 'ProjectionVerified', 'orders')]
  const since = [
    operation(9, 'ProjectionReplayed', 'orders'),
    operation(8, 'ProjectionRetried', 'orders'),
    operation(7, 'ProjectionVerified', 'carts'),
  ]
  const positions = newestResults('orders', [...loaded, ...since]).map(({ position }) => position)
  expect(positions).toEqual([9, 6])
})
