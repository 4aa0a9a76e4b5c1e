import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { runBulk } from './run-bulk.ts'

const refuseB = async (key: string) => {
  if (key === 'b') throw new ApiError(409, 'The order is cancelled')
}

describe('a step with several rows', () => {
  it('continues after a refusal, and reports each with its reason', async () => {
    const tried: number[] = []
    const report = await runBulk(['a', 'b', 'c'], refuseB, (count) => tried.push(count))
    expect(report).toEqual({ done: ['a', 'c'], refused: [{ key: 'b', reason: 'The order is cancelled' }] })
    expect(tried).toEqual([1, 2, 3])
  })

  it('stops once the session has ended', async () => {
    const taken: string[] = []
    const take = async (key: string) => {
      taken.push(key)
      throw new ApiError(401, 'Please log in again')
    }
    await expect(runBulk(['a', 'b'], take, () => {})).rejects.toThrow('Please log in again')
    expect(taken).toEqual(['a'])
  })
})
