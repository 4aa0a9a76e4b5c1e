import { describe, expect, test } from 'vitest'
import { loadAnnouncer } from './load.ts'

/** A teller by a clock that the test moves, and how often it has told. */
function openTeller(tell: () => Promise<void> = () => Promise.resolve()) {
  const counted = { told: 0, ms: 5_000 }
  const onRequest = loadAnnouncer(
    () => {
      counted.told += 1
      return tell()
    },
    () => counted.ms,
  )
  const requests = (count: number) => Array.from({ length: count }).forEach(() => onRequest())
  return { counted, requests }
}

describe('the demand', () => {
  test('is told once in each second that has twenty requests', () => {
    const { counted, requests } = openTeller()
    requests(19)
    expect(counted.told).toBe(0)
    requests(1_000)
    expect(counted.told).toBe(1)
    counted.ms += 1_000
    requests(20)
    expect(counted.told).toBe(2)
  })

  test('is not told of requests that come now and then', () => {
    const { counted, requests } = openTeller()
    for (let second = 0; second < 100; second++) {
      requests(19)
      counted.ms += 1_000
    }
    expect(counted.told).toBe(0)
  })

  test('that cannot be told troubles nobody', () => {
    const { counted, requests } = openTeller(() => Promise.reject(new Error('the database is away')))
    requests(20)
    counted.ms += 1_000
    requests(20)
    expect(counted.told).toBe(2)
  })
})
