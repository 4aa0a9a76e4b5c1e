import { expect, test } from 'vitest'
import { EngineUnavailable } from '../../domain/errors.ts'
import { retryWhileUnavailable, waitingFor } from './failures.ts'

test('reports each new reason for waiting at once', async () => {
  const unavailable = new EngineUnavailable('database')
  const full = new EngineUnavailable('database', { cause: Object.assign(new Error('no room'), { code: '53100' }) })
  const failures = [unavailable, full, full]
  const reported: string[] = []
  const work = () => {
    const failure = failures.shift()
    return failure ? Promise.reject(failure) : Promise.resolve('done')
  }
  const done = await retryWhileUnavailable(new AbortController().signal, work, (error) => {
    reported.push(waitingFor(error).message)
    return Promise.resolve()
  })
  expect(done).toBe('done')
  expect(reported).toEqual([
    'the database does not answer: the work continues once it does',
    'the disk of the database is full: the work continues once there is room',
  ])
})
