import { expect, test } from 'vitest'
import { EngineUnavailable } from '../domain/errors.ts'
import { openLog } from '../telemetry/log.ts'
import { retryInBackground } from './retry-in-background.ts'

/** Work that fails with each of these in turn and then succeeds, with the lines that it logs. */
function failing(...failures: Error[]) {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  return {
    context: { label: 'adding the supplied synonyms', log, pausesMs: [1] },
    messages: () => lines.map((line): unknown => JSON.parse(line)),
    work: () => {
      const failure = failures.shift()
      return failure === undefined ? Promise.resolve() : Promise.reject(failure)
    },
  }
}

const away = () => new EngineUnavailable('event store')

test('logs what is retried, by its label, and that it is complete', async () => {
  const { work, context, messages } = failing(away(), away())
  const retrying = await retryInBackground(context, work)
  await expect.poll(messages).toHaveLength(2)
  await retrying.stop()
  expect(messages()).toMatchObject([
    { level: 'warn', msg: 'event store does not answer: adding the supplied synonyms is retried in the background' },
    { level: 'info', msg: 'adding the supplied synonyms is complete: the engine is available again' },
  ])
})

test('logs another failure of a retry as one that is retried, and retries it', async () => {
  const { work, context, messages } = failing(away(), new Error('damaged'))
  const retrying = await retryInBackground(context, work)
  await expect.poll(messages).toHaveLength(3)
  await retrying.stop()
  expect(messages().slice(1)).toMatchObject([
    { level: 'error', msg: 'adding the supplied synonyms failed and is retried', err: { message: 'damaged' } },
    { level: 'info', msg: 'adding the supplied synonyms is complete: the engine is available again' },
  ])
})

test('rejects with another failure of the first attempt', async () => {
  const { work, context } = failing(new Error('damaged'))
  await expect(retryInBackground(context, work)).rejects.toThrow('damaged')
})
