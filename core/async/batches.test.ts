import { describe, expect, test } from 'vitest'
import { inBatches } from './batches.ts'

type Item = { key: string; value: number }

const turn = () => new Promise(setImmediate)

/** Records the batches; each stays pending until the test settles it. */
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
  /** Resolves to the batch at `index` once it has started. */
  async function batch(index: number) {
    for (;;) {
      const found = batches[index]
      if (found !== undefined) return found
      await turn()
    }
  }
  return { batches, batch, call: (value: number, key = String(value)) => call({ key, value }) }
}

describe('batched calls', () => {
  test('that arrive while a batch runs form the next one, each with its own result', async () => {
    const { batch, call } = held()
    const first = call(1)
    const one = await batch(0)
    const others = [call(2), call(3)]
    expect(one.values).toEqual([1])
    one.settle()
    expect(await first).toBe(2)
    const two = await batch(1)
    expect(two.values).toEqual([2, 3])
    two.settle()
    expect(await Promise.all(others)).toEqual([4, 6])
  })

  test('with the same key never share a batch', async () => {
    const { batch, call } = held()
    const calls = [call(1, 'same'), call(2, 'same'), call(3, 'other')]
    const one = await batch(0)
    expect(one.values).toEqual([1, 3])
    one.settle()
    const two = await batch(1)
    expect(two.values).toEqual([2])
    two.settle()
    expect(await Promise.all(calls)).toEqual([2, 4, 6])
  })

  test('are split at the limit', async () => {
    const { batches, batch, call } = held(2)
    const calls = [1, 2, 3].map((value) => call(value))
    for (const index of [0, 1]) (await batch(index)).settle()
    await Promise.all(calls)
    expect(batches.map(({ values }) => values.length)).toEqual([2, 1])
  })

  test('fail together, and later batches are unaffected', async () => {
    const { batch, call } = held()
    const failing = [call(1), call(2)].map((one) => one.catch((error: Error) => error.message))
    ;(await batch(0)).settle(new Error('down'))
    expect(await Promise.all(failing)).toEqual(['down', 'down'])
    const next = call(3)
    ;(await batch(1)).settle()
    expect(await next).toBe(6)
  })
})
