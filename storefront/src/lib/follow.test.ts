import { expect, it } from 'vitest'
import { follow } from './follow.ts'

/** Something that is followed by a clock that the test winds by hand. */
function followed(...answers: (boolean | Error)[]) {
  const waits: number[] = []
  let looks = 0
  let waiting: (() => void) | undefined
  const following = follow({
    look: async () => {
      looks += 1
      const answer = answers.shift() ?? false
      if (answer instanceof Error) throw answer
      return answer
    },
    later(task, milliseconds) {
      waits.push(milliseconds)
      waiting = task
      return () => (waiting = undefined)
    },
  })
  async function settle() {
    const task = waiting
    waiting = undefined
    task?.()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { ...following, settle, waits, looks: () => looks, hasWork: () => waiting !== undefined }
}

it('asks less and less often while nothing is new or nobody answers, and often again after a change', async () => {
  const { wake, settle, waits } = followed(false, new Error('offline'), true)
  wake()
  for (let turn = 0; turn < 12; turn += 1) await settle()
  expect(waits.slice(0, 4)).toEqual([15_000, 22_500, 10_000, 15_000])
  expect(Math.max(...waits)).toBe(120_000)
})

it('asks nothing while nobody looks, and at once when somebody does again', async () => {
  const { wake, rest, settle, looks, hasWork } = followed()
  wake()
  await settle()
  rest()
  await settle()
  expect([looks(), hasWork()]).toEqual([1, false])
  wake()
  await settle()
  expect([looks(), hasWork()]).toEqual([2, true])
})

it('forgets an answer that comes after it was told to rest', async () => {
  const { wake, rest, settle, hasWork } = followed()
  wake()
  rest()
  await settle()
  expect(hasWork()).toBe(false)
})
