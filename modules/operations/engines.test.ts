import { expect, test } from 'vitest'
import { OperatorError } from '#core/domain/errors.ts'
import { engineProber } from './engines.ts'

const logGate = { check: () => Promise.resolve([]) }

test('an engine that does not respond is reported alongside those that do', async () => {
  const probes = [
    { name: 'database', without: '', ask: () => new Promise<void>(() => {}) },
    { name: 'jobs', without: '', ask: () => Promise.resolve() },
  ]
  expect(await engineProber({ probes, logGate })()).toMatchObject([
    { name: 'database', ok: false, error: 'it does not answer' },
    { name: 'jobs', ok: true },
  ])
})

test.each([
  [undefined, 3],
  [60_000, 1],
])('an answer that lasts for %s ms is asked for %s times by three readers', async (lastsMs, times) => {
  let asked = 0
  const ask = () => {
    asked += 1
    return Promise.reject(new OperatorError('The mail server does not answer', 'Start it.'))
  }
  const engines = engineProber({
    probes: [{ name: 'mail server', without: '', ask, ...(lastsMs && { lastsMs }) }],
    logGate,
  })
  for (let reader = 0; reader < 3; reader += 1)
    expect(await engines()).toMatchObject([{ ok: false, error: 'The mail server does not answer. Start it.' }])
  expect(asked).toBe(times)
})

test('an answer that comes too late for one reader counts for the next', async () => {
  const answer = Promise.withResolvers<void>()
  const probe = { name: 'mail server', without: '', ask: () => answer.promise, lastsMs: 60_000 }
  const engines = engineProber({ probes: [probe], logGate })
  expect(await engines()).toMatchObject([{ ok: false, error: 'it does not answer' }])
  answer.resolve()
  expect(await engines()).toMatchObject([{ ok: true }])
})
