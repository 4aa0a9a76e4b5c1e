import { describe, expect, test } from 'vitest'
import { RecentChanges } from '../../projections/checkpoints/recent-changes.ts'
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

const reply = (text: string) => () => Promise.resolve({ status: 200, body: text, tags: ['thing a'] })

describe('a response with tags', () => {
  const request = { route: '/api/things', projections: ['things'], key: 'GET /api/things {}', alias: 'GET /api/things' }
  /** Reads once, and again after a change of each of these. */
  async function readAround(changed: readonly string[], also: Partial<typeof request> = {}) {
    const changes = new RecentChanges()
    const state = { stamp: '1-1' }
    changes.note(state.stamp, undefined)
    const isUnchangedSince = (_projection: string, stamp: string, tags: readonly string[]) =>
      changes.isUnchangedSince(stamp, tags)
    const reads = createCachedReads({ stamp: () => state.stamp, isUnchangedSince })
    const first = await reads.read({ ...request, ...also }, reply('first'))
    for (const [index, tag] of changed.entries()) {
      state.stamp = `1-${index + 2}`
      changes.note(state.stamp, [tag])
      reads.find(request.alias)
    }
    return { first, again: await reads.read({ ...request, ...also }, reply('second')) }
  }

  test('stays in memory while others change, however often', async () => {
    const { first, again } = await readAround(['thing b', 'thing c'])
    expect(again).toBe(first)
  })

  test('is computed again after a change of one of them', async () => {
    const { first, again } = await readAround(['thing b', 'thing a', 'thing c'])
    expect(again).not.toBe(first)
  })

  test('is computed again after any change where several projections are behind it', async () => {
    const { first, again } = await readAround(['thing b'], { projections: ['things', 'others'] })
    expect(again).not.toBe(first)
  })
})
