import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { periodically } from './periodically.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when the test resolves its run. */
function slowWork() {
  const runs: PromiseWithResolvers<void>[] = []
  return {
    runs,
    work: () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
  }
}

describe('periodic work', () => {
  test('runs now and then at each interval, or first after one', async () => {
    const runs = { now: 0, later: 0 }
    const stop = periodically(async () => void runs.now++, { everyMs: 100 })
    const stopLater = periodically(async () => void runs.later++, { everyMs: 100, startsLater: true })
    expect(runs).toEqual({ now: 1, later: 0 })
    await vi.advanceTimersByTimeAsync(200)
    expect(runs).toEqual({ now: 3, later: 2 })
    await Promise.all([stop(), stopLater()])
    await vi.advanceTimersByTimeAsync(200)
    expect(runs).toEqual({ now: 3, later: 2 })
  })

  test('does not overlap', async () => {
    const { runs, work } = slowWork()
    const stop = periodically(work, { everyMs: 100 })
    await vi.advanceTimersByTimeAsync(350)
    expect(runs).toHaveLength(1)
    runs[0]?.resolve()
    await vi.advanceTimersByTimeAsync(100)
    expect(runs).toHaveLength(2)
    runs[1]?.resolve()
    await stop()
  })

  test('continues after a failure, which is reported', async () => {
    const reported: unknown[] = []
    const failures = [new Error('first'), new Error('second')]
    // Throws before it returns a promise.
    const work = () => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return Promise.resolve()
    }
    const stop = periodically(work, { everyMs: 100, onError: (error) => reported.push(error) })
    await vi.advanceTimersByTimeAsync(300)
    expect(reported).toEqual([new Error('first'), new Error('second')])
    await stop()
  })

  test('is stopped once the run in progress has ended', async () => {
    const { runs, work } = slowWork()
    const order: string[] = []
    const stopping = periodically(work, { everyMs: 100 })().finally(() => order.push('stopped'))
    await vi.advanceTimersByTimeAsync(100)
    order.push('the run ends')
    runs[0]?.resolve()
    await stopping
    expect(order).toEqual(['the run ends', 'stopped'])
    expect(runs).toHaveLength(1)
  })
})
