import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whileVisible } from './while-visible.ts'

/** The document of a browser, as far as visibility goes. */
class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  become(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let page: Page
let runs: AbortSignal[]

/** Runs every 3 s, after 1 s at first. */
const start = () =>
  whileVisible(async (signal) => {
    runs.push(signal)
    return 3_000
  }, 1_000)

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  runs = []
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('what runs while the page is visible', () => {
  it('runs after the first delay, then after each delay that a run asks for', async () => {
    const stop = start()
    await vi.advanceTimersByTimeAsync(999)
    expect(runs).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(runs).toHaveLength(3)
    stop()
  })

  it('pauses while the page is hidden, and runs at once when it is visible again', async () => {
    const stop = start()
    await vi.advanceTimersByTimeAsync(1_000)
    page.become('hidden')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toHaveLength(1)
    page.become('visible')
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toHaveLength(2)
    stop()
  })

  it('does not start a run before the previous one has ended', async () => {
    const ended = Promise.withResolvers<number>()
    let started = 0
    const stop = whileVisible(() => {
      started += 1
      return ended.promise
    }, 1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    page.become('hidden')
    page.become('visible')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(started).toBe(1)
    ended.resolve(3_000)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(started).toBe(2)
    stop()
  })

  it('stops, and aborts a run in progress', async () => {
    const stop = start()
    await vi.advanceTimersByTimeAsync(1_000)
    stop()
    page.become('visible')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs.map(({ aborted }) => aborted)).toEqual([true])
  })
})
