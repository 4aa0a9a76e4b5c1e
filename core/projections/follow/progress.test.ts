import { describe, expect, test } from 'vitest'
import { createPageSize, progressOf } from './progress.ts'

describe('the pace', () => {
  test('doubles full, quick pages up to its bound', () => {
    const pageSize = createPageSize(() => 0, 2_000)
    const limits = [1, 2, 3, 4].map(() => {
      pageSize.done({ events: 1, positions: pageSize.limit(), ms: 10 })
      return pageSize.limit()
    })
    expect(limits).toEqual([1_000, 2_000, 2_000, 2_000])
  })

  test('starts small again', () => {
    const pageSize = createPageSize(() => 0)
    pageSize.done({ events: 1, positions: 500, ms: 1 })
    pageSize.start()
    expect(pageSize.limit()).toBe(500)
  })

  test('keeps the size of pages that were not full', () => {
    const pageSize = createPageSize(() => 0)
    pageSize.done({ events: 3, positions: 3, ms: 1 })
    expect(pageSize.limit()).toBe(500)
  })

  test('halves slow pages, down to its bound', () => {
    const pageSize = createPageSize(() => 0)
    for (let page = 0; page < 9; page++) pageSize.done({ events: 500, positions: 500, ms: 2_000 })
    expect(pageSize.limit()).toBe(50)
  })

  test('measures the speed over the last ten seconds', () => {
    let now = 0
    const pageSize = createPageSize(() => now)
    pageSize.done({ events: 9_999, positions: 9_999, ms: 0 })
    now = 12_000
    pageSize.done({ events: 500, positions: 1_000, ms: 2_000 })
    now = 14_000
    pageSize.done({ events: 500, positions: 1_000, ms: 2_000 })
    expect(pageSize.speed()).toEqual({ eventsPerSecond: 250, positionsPerSecond: 500 })
  })

  test('stands still when nothing has been done', () => {
    expect(createPageSize(() => 0).speed()).toEqual({ eventsPerSecond: 0, positionsPerSecond: 0 })
  })
})

describe('the progress', () => {
  test('tells the time that is left from the speed through the log', () => {
    const progress = progressOf(250, 1_000, { eventsPerSecond: 40.4, positionsPerSecond: 100 })
    expect(progress).toEqual({ position: 250, total: 1_000, percent: 25, eventsPerSecond: 40, etaSeconds: 8 })
  })

  test('is whole on an empty log, and never beyond', () => {
    const still = { eventsPerSecond: 0, positionsPerSecond: 0 }
    expect(progressOf(0, 0, still)).toMatchObject({ percent: 100, etaSeconds: 0 })
    expect(progressOf(12, 10, still)).toMatchObject({ total: 12, percent: 100, etaSeconds: 0 })
  })

  test('does not round up to done, nor guess without a speed', () => {
    const progress = progressOf(999_999, 1_000_000, { eventsPerSecond: 0, positionsPerSecond: 0 })
    expect(progress).toMatchObject({ percent: 99.9, etaSeconds: undefined })
  })
})
