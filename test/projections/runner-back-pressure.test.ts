import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { backPressureFrom, announceLoad, type BackPressure } from '#core/database/load.ts'
import {
  appendPurses,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'
import { eventually } from '#test/support/eventually.ts'

let workbench: Workbench
let last: number

beforeAll(async () => {
  workbench = await openWorkbench()
  last = await appendPurses(workbench, 1_500)
})

afterAll(() => workbench.dispose())
afterEach(() => vi.restoreAllMocks())

/** The ends of the pages of a replay under back-pressure, which then has built the right rows. */
async function placesOf(backPressure: BackPressure): Promise<number[]> {
  const reads = vi.spyOn(workbench.store, 'readAll')
  await workbench.operations({ backPressure }).replay('purses')
  const pages = reads.mock.settledResults.flatMap((read) => (read.type === 'fulfilled' ? [read.value] : []))
  const places = [...new Set(pages.map(({ position }) => position))]
  reads.mockRestore()
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  return places
}

const stepsOf = (places: readonly number[]) => places.map((place, index) => place - (places[index - 1] ?? 0))

describe('low-priority work', () => {
  test('reads small pages under load, and pauses after each for as long as the back-pressure requires', async () => {
    const worked: number[] = []
    const delayAfter = (ms: number) => {
      worked.push(ms)
      return 1
    }
    const places = await placesOf({ isDue: () => true, delayAfter })
    expect(Math.max(...stepsOf(places))).toBe(200)
    expect(places.at(-1)).toBe(last)
    expect(worked.length).toBeGreaterThanOrEqual(places.length)
    expect(Math.min(...worked)).toBeGreaterThan(0)
  })

  test('begins with a large page while there are no calls', async () => {
    const places = await placesOf({ isDue: () => false, delayAfter: () => 0 })
    // Only the first is certain to be so large: after a slow one they shrink.
    expect(stepsOf(places)[0]).toBe(500)
  })

  test('stops at once during its pause', async () => {
    const ending = new AbortController()
    const delayAfter = () => {
      ending.abort()
      return 3_600_000
    }
    const operations = workbench.operations({ backPressure: { isDue: () => true, delayAfter } })
    await expect(operations.replay('purses', { signal: ending.signal })).rejects.toThrow(/abort/i)
  })

  test('is throttled in any process while there are many callers, and no longer than that', async () => {
    let now = 0
    const backPressure = backPressureFrom(workbench.listener, () => now)
    expect(backPressure.isDue()).toBe(false)
    expect(backPressure.delayAfter(10)).toBe(0)
    await eventually(async () => {
      await announceLoad(workbench.db)
      expect(backPressure.isDue()).toBe(true)
    })
    expect(backPressure.delayAfter(10)).toBe(60)
    expect(backPressure.delayAfter(60_000)).toBe(5_000)
    now += 10_000
    expect(backPressure.isDue()).toBe(false)
  })
})
