import { validate, version } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { eventIdOf, newId, timeOfId } from './ids.ts'

describe('a new id', () => {
  test('is a UUIDv7 with the current time', () => {
    const before = Date.now()
    const id = newId()
    expect(validate(id) && version(id)).toBe(7)
    expect(timeOfId(id)).toBeGreaterThanOrEqual(before)
    expect(timeOfId(id)).toBeLessThanOrEqual(Date.now())
  })

  test('is greater than all earlier ones, also within a millisecond and after the clock went back', () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    try {
      const ids = Array.from({ length: 5_000 }, newId)
      vi.setSystemTime(Date.now() - 1_000)
      ids.push(...Array.from({ length: 5_000 }, newId))
      expect(ids).toEqual(ids.toSorted())
      expect(new Set(ids).size).toBe(ids.length)
    } finally {
      vi.useRealTimers()
    }
  })

  test('shares its random part with no other one', () => {
    const random = Array.from({ length: 5_000 }, () => newId().slice(-10))
    expect(new Set(random).size).toBe(random.length)
  })
})

describe('the id of an event', () => {
  test('depends on the command and the index alone, and differs for each', () => {
    const commands = [newId(), newId()]
    const ids = commands.flatMap((command) => [0, 1, 2, 300].map((index) => eventIdOf(command, index)))
    expect(ids).toEqual(commands.flatMap((command) => [0, 1, 2, 300].map((index) => eventIdOf(command, index))))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids[0]).toBe(commands[0])
    expect(ids.every((id) => version(id) === 7)).toBe(true)
  })
})
