import { expect, test } from 'vitest'
import { createWakeUpSignal } from './wake-up-signal.ts'

const never = new AbortController().signal
const anHour = 3_600_000

test('a ring wakes who waits', async () => {
  const wakeUp = createWakeUpSignal()
  const woken = wakeUp.wait(anHour, never)
  wakeUp.notify()
  await expect(woken).resolves.toBeUndefined()
})

test('a ring while nobody waits is kept for the next one, once', async () => {
  const wakeUp = createWakeUpSignal()
  wakeUp.notify()
  wakeUp.notify()
  await wakeUp.wait(anHour, never)
  let isWoken = false
  const next = wakeUp.wait(anHour, never).then(() => (isWoken = true))
  await Promise.resolve()
  expect(isWoken).toBe(false)
  wakeUp.notify()
  await next
})

test('an abort ends the waiting, before and during it', async () => {
  const wakeUp = createWakeUpSignal()
  const ending = new AbortController()
  const during = wakeUp.wait(anHour, ending.signal)
  ending.abort()
  await during
  await expect(wakeUp.wait(anHour, ending.signal)).resolves.toBeUndefined()
})

test('it gives up by itself after its time', async () => {
  await expect(createWakeUpSignal().wait(1, never)).resolves.toBeUndefined()
})
