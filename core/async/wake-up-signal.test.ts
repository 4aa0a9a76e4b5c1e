import { expect, test } from 'vitest'
import { createBell } from './wake-up-signal.ts'

const never = new AbortController().signal
const anHour = 3_600_000

test('a ring wakes who waits', async () => {
  const bell = createBell()
  const woken = bell.wait(anHour, never)
  bell.ring()
  await expect(woken).resolves.toBeUndefined()
})

test('a ring while nobody waits is kept for the next one, once', async () => {
  const bell = createBell()
  bell.ring()
  bell.ring()
  await bell.wait(anHour, never)
  let isWoken = false
  const next = bell.wait(anHour, never).then(() => (isWoken = true))
  await Promise.resolve()
  expect(isWoken).toBe(false)
  bell.ring()
  await next
})

test('an abort ends the waiting, before and during it', async () => {
  const bell = createBell()
  const ending = new AbortController()
  const during = bell.wait(anHour, ending.signal)
  ending.abort()
  await during
  await expect(bell.wait(anHour, ending.signal)).resolves.toBeUndefined()
})

test('it gives up by itself after its time', async () => {
  await expect(createBell().wait(1, never)).resolves.toBeUndefined()
})
