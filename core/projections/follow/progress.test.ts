import { describe, expect, test } from 'vitest'
import { createPageSize, progressOf } from './progress.ts'

describe('the page size', () => {
  test('doubles after full, quick pages, up to its bound', () => {
    const pageSize = createPageSize({ now: () => 0, most: 2_000 })
    const limits = [1, 2, 3, 4].map(() => {
      pageSize.done({ events: 1, positions: pageSize.limit(), ms: 10 })
      return pageSize.limit()
    })
    expect(limits).toEqual([1_000, 2_000, 2_000, 2_000])
  })

  test('is reset by a start', () => {
    const pageSize = createPageSize({ now: () => 0 })
    pageSize.done({ events: 1, positions: 500, ms: 1 })
    pageSize.start()
    expect(pageSize.limit()).toBe(500)
  })

  test('stays the same after a page that was not full', () => {
    const pageSize = createPageSize({ now: () => 0 })
    pageSize.done({ events: 3, positions: 3, ms: 1 })
    expect(pageSize.limit()).toBe(500)
  })

  test('halves after slow pages, down to its bound', () => {
    const pageSize = createPageSize({ now: () => 0 })
    for (let page = 0; page < 9; page++) pageSize.done({ events: 500, positions: 500, ms: 2_000 })
    expect(pageSize.limit()).toBe(50)
  })

  test('comes with the speed over the last ten seconds', () => {
    let now = 0
    const pageSize = createPageSize({ now: () => now })
    pageSize.done({ events: 9_999, positions: 9_999, ms: 0 })
    now = 12_000
    pageSize.done({ events: 500, positions: 1_000, ms: 2_000 })
    now = 14_000
    pageSize.done({ events: 500, positions: 1_000, ms: 2_000 })
    expect(pageSize.speed()).toEqual({ eventsPerSecond: 250, positionsPerSecond: 500 })
  })

  test('comes with a speed of zero before the first page', () => {
    expect(createPageSize({ now: () => 0 }).speed()).toEqual({ eventsPerSecond: 0, positionsPerSecond: 0 })
  })
})

describe('the progress', () => {
  test('derives the remaining time from the speed in positions', () => {
    const progress = progressOf(250, 1_000, { eventsPerSecond: 40.4, positionsPerSecond: 100 })
    expect(progress).toEqual({ position: 250, total: 1_000, percent: 25, eventsPerSecond: 40, etaSeconds: 8 })
  })

  test('is 100 % on an empty log, and never more', () => {
    const still = { eventsPerSecond: 0, positionsPerSecond: 0 }
    expect(progressOf(0, 0, still)).toMatchObject({ percent: 100, etaSeconds: 0 })
    expect(progressOf(12, 10, still)).toMatchObject({ total: 12, percent: 100, etaSeconds: 0 })
  })

  test('does not round up to 100 %, and has no remaining time without a speed', () => {
    const progress = progressOf(999_999, 1_000_000, { eventsPerSecond: 0, positionsPerSecond: 0 })
    expect(progress).toMatchObject({ percent: 99.9, etaSeconds: undefined })
  })
})
