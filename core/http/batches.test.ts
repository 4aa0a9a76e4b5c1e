import { describe, expect, test } from 'vitest'
import { inBatches } from './batches.ts'

type Item = { key: string; value: number }

/** Batches as they come, each held until the test lets it go. */
function held(most = 10) {
  const batches: { values: number[]; settle: (error?: Error) => void }[] = []
  const call = inBatches(
    (items: readonly Item[]) =>
      new Promise<number[]>((resolve, reject) => {
        const values = items.map(({ value }) => value)
        batches.push({ values, settle: (error) => (error ? reject(error) : resolve(values.map((value) => value * 2))) })
      }),
    { most, keyOf: ({ key }) => key },
  )
  return { batches, call: (value: number, key = String(value)) => call({ key, value }) }
}

const turn = () => new Promise(setImmediate)

describe('calls in batches', () => {
  test('that come while one is under way form the next, each with its own answer', async () => {
    const { batches, call } = held()
    const first = call(1)
    await turn()
    const others = [call(2), call(3)]
    await turn()
    expect(batches.map(({ values }) => values)).toEqual([[1]])
    batches[0]?.settle()
    expect(await first).toBe(2)
    await turn()
    expect(batches[1]?.values).toEqual([2, 3])
    batches[1]?.settle()
    expect(await Promise.all(others)).toEqual([4, 6])
  })

  test('of one key never meet', async () => {
    const { batches, call } = held()
    const calls = [call(1, 'same'), call(2, 'same'), call(3, 'other')]
    await turn()
    expect(batches[0]?.values).toEqual([1, 3])
    batches[0]?.settle()
    await turn()
    expect(batches[1]?.values).toEqual([2])
    batches[1]?.settle()
    expect(await Promise.all(calls)).toEqual([2, 4, 6])
  })

  test('stay below the limit', async () => {
    const { batches, call } = held(2)
    const calls = [1, 2, 3].map((value) => call(value))
    for (const index of [0, 1]) {
      await turn()
      batches[index]?.settle()
    }
    await Promise.all(calls)
    expect(batches.map(({ values }) => values.length)).toEqual([2, 1])
  })

  test('fail together, and the next ones are not harmed', async () => {
    const { batches, call } = held()
    const failing = [call(1), call(2)].map((one) => one.catch((error: Error) => error.message))
    await turn()
    batches[0]?.settle(new Error('down'))
    expect(await Promise.all(failing)).toEqual(['down', 'down'])
    const next = call(3)
    await turn()
    batches[1]?.settle()
    expect(await next).toBe(6)
  })
})
