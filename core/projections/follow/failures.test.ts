import { expect, test } from 'vitest'
import { EngineUnavailable } from '../../domain/errors.ts'
import { retryWhileUnavailable, waitingFor } from './failures.ts'

test('whoever waits is told each reason at once, also where a later one is another', async () => {
  const away = new EngineUnavailable('database')
  const full = new EngineUnavailable('database', { cause: Object.assign(new Error('no room'), { code: '53100' }) })
  const failures = [away, full, full]
  const told: string[] = []
  const work = () => {
    const failure = failures.shift()
    return failure ? Promise.reject(failure) : Promise.resolve('done')
  }
  const done = await retryWhileUnavailable(new AbortController().signal, work, (error) => {
    told.push(waitingFor(error).message)
    return Promise.resolve()
  })
  expect(done).toBe('done')
  expect(told).toEqual([
    'the database does not answer: it goes on by itself',
    'the disk of the database is full: make room, and it goes on by itself',
  ])
})
