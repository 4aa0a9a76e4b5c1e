import { expect, test } from 'vitest'
import { probeEngines } from './engines.ts'

test('an engine that does not respond is reported alongside those that do', async () => {
  const probes = [
    { name: 'database', without: '', ask: () => new Promise<void>(() => {}) },
    { name: 'jobs', without: '', ask: () => Promise.resolve() },
  ]
  expect(await probeEngines({ probes, logGate: { check: () => Promise.resolve([]) } })).toMatchObject([
    { name: 'database', ok: false, error: 'it does not answer' },
    { name: 'jobs', ok: true },
  ])
})
