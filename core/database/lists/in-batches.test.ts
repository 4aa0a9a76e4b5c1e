import { describe, expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

async function readAll(length: number) {
  const asked: (number | undefined)[] = []
  const all = inBatches<number>(async (after, limit) => {
    asked.push(after)
    const from = (after ?? -1) + 1
    return Array.from({ length: Math.min(limit, length - from) }, (_, i) => from + i)
  })
  const rows: number[] = []
  for await (const batch of all) rows.push(...batch)
  return { rows, asked }
}

describe('a list read in batches', () => {
  test.each([0, 1, 499, 500, 501, 1_000, 1_201])('returns each of %i rows once, in their order', async (length) => {
    const { rows } = await readAll(length)
    expect(rows).toEqual(Array.from({ length }, (_, i) => i))
  })

  test('requests the rows after the last one that was read', async () => {
    expect((await readAll(1_201)).asked).toEqual([undefined, 499, 999])
  })
})
