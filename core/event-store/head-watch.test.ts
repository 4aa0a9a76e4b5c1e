import { expect, test } from 'vitest'
import { openHeadWatch, type HeadWatchOptions } from './head-watch.ts'

/** A watch whose notifications the test sends; counts how often its subscriber is woken. */
function watching(options: Partial<HeadWatchOptions>) {
  const listeners: ((payload: string) => void)[] = []
  const listen = (_: string, callback: (payload: string) => void) => {
    listeners.push(callback)
    return () => undefined
  }
  const notify = (position: number) => listeners.forEach((callback) => callback(String(position)))
  const watch = openHeadWatch({ listener: { listen }, channel: 'log', head: async () => 0, pollMs: 60_000, ...options })
  let woken = 0
  watch.subscribe(() => woken++)
  return { watch, notify, woken: () => woken }
}

test('with a log that shows events late, a notification of the newest event wakes once more', () => {
  const { watch, notify, woken } = watching({ showsLate: true })
  watch.announce(7)
  expect(woken()).toBe(1)
  notify(7)
  expect(woken()).toBe(2)
  notify(7)
  expect(woken()).toBe(2)
  watch.close()
})

test('with a log that shows events late, notifications of earlier events do not wake', () => {
  const { watch, notify, woken } = watching({ showsLate: true })
  for (let position = 1; position <= 100; position++) watch.announce(position)
  for (let position = 1; position < 100; position++) notify(position)
  expect(woken()).toBe(100)
  notify(100)
  expect(woken()).toBe(101)
  watch.close()
})

test('with a log that shows events at once, each event wakes once, announced or notified first', () => {
  const { watch, notify, woken } = watching({})
  watch.announce(7)
  notify(7)
  notify(8)
  watch.announce(8)
  expect(woken()).toBe(2)
  watch.close()
})
