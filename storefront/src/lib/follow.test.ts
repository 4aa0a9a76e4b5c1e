import { expect, it } from 'vitest'
import { follow } from './follow.ts'

/** Polls with these results and with a timer that the test fires. */
function polled(...results: (boolean | Error)[]) {
  const waits: number[] = []
  let looks = 0
  let waiting: (() => void) | undefined
  const following = follow({
    look: async () => {
      looks += 1
      const result = results.shift() ?? false
      if (result instanceof Error) throw result
      return result
    },
    later(task, milliseconds) {
      waits.push(milliseconds)
      waiting = task
      return () => (waiting = undefined)
    },
  })
  async function runTimer() {
    const task = waiting
    waiting = undefined
    task?.()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { ...following, runTimer, waits, looks: () => looks, hasWork: () => waiting !== undefined }
}

it('polls less and less often without changes or answers, and often again after a change', async () => {
  const { wake, runTimer, waits } = polled(false, new Error('offline'), true)
  wake()
  for (let turn = 0; turn < 12; turn += 1) await runTimer()
  expect(waits.slice(0, 4)).toEqual([15_000, 22_500, 10_000, 15_000])
  expect(Math.max(...waits)).toBe(120_000)
})

it('does not poll while paused, and polls at once when woken', async () => {
  const { wake, pause, runTimer, looks, hasWork } = polled()
  wake()
  await runTimer()
  pause()
  await runTimer()
  expect([looks(), hasWork()]).toEqual([1, false])
  wake()
  await runTimer()
  expect([looks(), hasWork()]).toEqual([2, true])
})

it('ignores an answer that arrives after a pause', async () => {
  const { wake, pause, runTimer, hasWork } = polled()
  wake()
  pause()
  await runTimer()
  expect(hasWork()).toBe(false)
})
