import { describe, expect, test } from 'vitest'
import { loadAnnouncer } from './load.ts'

/** A load announcer with a clock that the test advances, and the number of its announcements. */
function openAnnouncer(announce: () => Promise<void> = () => Promise.resolve()) {
  const counted = { announced: 0, ms: 5_000 }
  const onRequest = loadAnnouncer(
    () => {
      counted.announced += 1
      return announce()
    },
    () => counted.ms,
  )
  const requests = (count: number) => Array.from({ length: count }).forEach(() => onRequest())
  return { counted, requests }
}

describe('loadAnnouncer', () => {
  test('announces once in each second with twenty requests', () => {
    const { counted, requests } = openAnnouncer()
    requests(19)
    expect(counted.announced).toBe(0)
    requests(1_000)
    expect(counted.announced).toBe(1)
    counted.ms += 1_000
    requests(20)
    expect(counted.announced).toBe(2)
  })

  test('does not announce fewer requests than that', () => {
    const { counted, requests } = openAnnouncer()
    for (let second = 0; second < 100; second++) {
      requests(19)
      counted.ms += 1_000
    }
    expect(counted.announced).toBe(0)
  })

  test('ignores a failing announcement', () => {
    const { counted, requests } = openAnnouncer(() => Promise.reject(new Error('the database is unavailable')))
    requests(20)
    counted.ms += 1_000
    requests(20)
    expect(counted.announced).toBe(2)
  })
})
