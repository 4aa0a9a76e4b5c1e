import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

test('starts each piece of work once the one before it has ended', async () => {
  const enqueue = inOrder()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${name} ends`)
    return name
  }
  expect(await Promise.all([enqueue(work('one')), enqueue(work('two'))])).toEqual(['one', 'two'])
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('rejects for failed work alone, and continues', async () => {
  const enqueue = inOrder()
  const outcomes = await Promise.allSettled([
    enqueue(() => Promise.reject(new Error('the first fails'))),
    enqueue(() => Promise.resolve('the second')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
