import { expect, test } from 'vitest'
import { createWakeUpSignal } from './wake-up-signal.ts'

const never = new AbortController().signal
const anHour = 3_600_000

test('a notification wakes the waiter', async () => {
  const wakeUp = createWakeUpSignal()
  const woken = wakeUp.wait(anHour, never)
  wakeUp.notify()
  await expect(woken).resolves.toBeUndefined()
})

test('a notification without a waiter is kept for the next one, once', async () => {
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

test('an abort ends the wait, before and during it', async () => {
  const wakeUp = createWakeUpSignal()
  const ending = new AbortController()
  const during = wakeUp.wait(anHour, ending.signal)
  ending.abort()
  await during
  await expect(wakeUp.wait(anHour, ending.signal)).resolves.toBeUndefined()
})

test('the wait ends after its timeout', async () => {
  await expect(createWakeUpSignal().wait(1, never)).resolves.toBeUndefined()
})
