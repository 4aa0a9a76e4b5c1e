import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { runBulk } from './run-bulk.ts'

const refuseB = async (key: string) => {
  if (key === 'b') throw new ApiError(409, 'The order is cancelled')
}

describe('a step with several rows', () => {
  it('continues after a refusal, and reports each with its reason', async () => {
    const tried: number[] = []
    const report = await runBulk({ keys: ['a', 'b', 'c'] }, refuseB, (count) => tried.push(count))
    const refused = [{ key: 'b', reason: 'The order is cancelled' }]
    expect(report).toEqual({ done: ['a', 'c'], refused, untried: [] })
    expect(tried).toEqual([1, 2, 3])
  })

  it('stops once the session has ended, and reports what was done, refused and left', async () => {
    const ended = new ApiError(401, 'Please log in again')
    const take = (key: string) => (key === 'c' ? Promise.reject(ended) : refuseB(key))
    const report = await runBulk({ keys: ['a', 'b', 'c', 'd'] }, take, () => {})
    const refused = [{ key: 'b', reason: 'The order is cancelled' }]
    expect(report).toEqual({ done: ['a'], refused, untried: ['c', 'd'], ended })
  })

  it('takes the row that ends the session last, and reports that it has ended', async () => {
    const { done, untried, ended } = await runBulk({ keys: ['a', 'own', 'c'], last: 'own' }, refuseB, () => {})
    expect({ done, untried }).toEqual({ done: ['a', 'c', 'own'], untried: [] })
    expect(ended?.message).toBe('The step has ended your own session. Please log in again.')
  })

  it('continues with the session if the row that would have ended it was refused, or is not among them', async () => {
    expect((await runBulk({ keys: ['b', 'a'], last: 'b' }, refuseB, () => {})).ended).toBeUndefined()
    expect((await runBulk({ keys: ['a'], last: 'own' }, refuseB, () => {})).ended).toBeUndefined()
  })
})
