import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Returns the number of the call for each key; `underWay` runs during each call. */
function counted(underWay: (call: number) => void = () => undefined) {
  const calls: string[][] = []
  const load = coalesce(async (keys) => {
    calls.push([...keys])
    const call = calls.length
    underWay(call)
    await new Promise((resolve) => setImmediate(resolve))
    return new Map(keys.map((key) => [key, call]))
  })
  return { calls, load }
}

test('concurrent callers share one call', async () => {
  const { calls, load } = counted()
  const answers = await Promise.all([load(['a']), load(['b', 'a']), load(['c'])])
  expect(calls).toEqual([['a', 'b', 'c']])
  expect(answers.map((answer) => answer.get('a'))).toEqual([1, 1, 1])
})

test('a caller never joins a call that began before its own', async () => {
  const late: Promise<ReadonlyMap<string, number>>[] = []
  const { calls, load } = counted((call) => {
    if (call === 1) late.push(load(['a']), load(['b']))
  })
  expect((await load(['a'])).get('a')).toBe(1)
  expect((await Promise.all(late)).map((answer) => answer.get('a'))).toEqual([2, 2])
  expect(calls).toEqual([['a'], ['a', 'b']])
})

test('a failed call rejects only its own callers', async () => {
  const { load } = counted((call) => {
    if (call === 1) throw new Error('first')
  })
  const outcomes = await Promise.allSettled([load(['a']), load(['b'])])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await load(['a'])).get('a')).toBe(2)
})

test('a slow call does not delay later callers', async () => {
  const begun = Promise.withResolvers<void>()
  const { promise: never } = Promise.withResolvers<never>()
  const load = async (keys: readonly string[]) => {
    begun.resolve()
    return keys.includes('slow') ? never : new Map(keys.map((key) => [key, 1]))
  }
  const call = coalesce(load, { sideBySide: true })
  void call(['slow'])
  await begun.promise
  expect((await call(['quick'])).get('quick')).toBe(1)
})
