import { expect, test } from 'vitest'
import { createCachedReads } from './cached-read.ts'

test('the aliases of cached responses use no more than their share of the memory', async () => {
  const maxBytes = 400_000
  const reads = createCachedReads({ stamp: () => 'now' }, maxBytes)
  const addresses = Array.from({ length: 100 }, (_, index) => `GET /api/things?x=${'x'.repeat(4_000)}${index}`)
  for (const alias of addresses) {
    const request = { route: '/api/things', projections: ['things'], key: 'GET /api/things {}', alias }
    await reads.read(request, () => Promise.resolve({ status: 200, body: [] }))
  }
  const found = addresses.filter((alias) => reads.find(alias) !== undefined)
  expect(found).toContain(addresses.at(-1))
  expect(found.join('').length).toBeLessThan(maxBytes / 8)
})
