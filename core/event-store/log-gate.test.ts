import { expect, test } from 'vitest'
import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import { openLog } from '../telemetry/log.ts'
import type { EventStore, NewEvent } from './event-store.ts'
import { openLogGate } from './log-gate.ts'

const event: NewEvent = {
  id: '01981f2a-0000-7000-8000-000000000001',
  type: 'ThingMade',
  data: {},
  metadata: { correlationId: 'c', causationId: 'c', by: { id: 'a', name: 'Asha', role: 'USER' }, schemaVersion: 1 },
}
const anotherLog = new OperatorError('the event log belongs to another shop', 'Connect the right one.')

const refuse = () => Promise.reject(new Error('not used here'))

/** A log in memory that accepts everything, at the given positions. */
function storeAt(positions: number[]): EventStore {
  return {
    append: () => Promise.resolve({ revision: 0, position: positions.shift() ?? 0 }),
    readStream: refuse,
    readPlaces: refuse,
    readAll: refuse,
    head: refuse,
    idAt: refuse,
    lastUpTo: refuse,
    positionBefore: refuse,
    subscribe: () => () => undefined,
    close: () => Promise.resolve(),
  }
}

function open(positions: number[] = []) {
  const lines: string[] = []
  const gate = openLogGate(openLog('error', { write: (line) => void lines.push(line) }))
  const store = gate.guard(storeAt(positions))
  const append = () => store.append('thing-1', 'any', [event])
  return { gate, append, lines }
}

test('an append runs the checks, and later ones do not repeat them once they have passed', async () => {
  const { gate, append } = open([1, 2])
  let runs = 0
  gate.addCheck('log', () => Promise.resolve(void runs++))
  await append()
  await append()
  expect(runs).toBe(1)
})

test('an append is refused with reason and remedy while a check fails, and accepted once it passes', async () => {
  const { gate, append } = open([1])
  let reason: OperatorError | undefined = anotherLog
  gate.addCheck('log', () => Promise.resolve(reason))
  await expect(append()).rejects.toMatchObject({ outcome: 'none', cause: anotherLog, retryAfterSeconds: 30 })
  reason = undefined
  await expect(append()).resolves.toEqual({ revision: 0, position: 1 })
})

test('logs a reason as an error only once', async () => {
  const { gate, append, lines } = open()
  gate.addCheck('log', () => Promise.resolve(anotherLog))
  await expect(append()).rejects.toThrow(EngineUnavailable)
  await expect(append()).rejects.toThrow(EngineUnavailable)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('the event log belongs to another shop')
})

test('a check that cannot run refuses the append, and runs again at the next one', async () => {
  const { gate, append } = open([1])
  let isDown = true
  gate.addCheck('log', () =>
    isDown ? Promise.reject(new EngineUnavailable('event store')) : Promise.resolve(undefined),
  )
  await expect(append()).rejects.toThrow(EngineUnavailable)
  isDown = false
  await expect(append()).resolves.toMatchObject({ position: 1 })
})

test('after an interruption, refuses appends until the checks have passed again', async () => {
  const { gate, append } = open([1])
  const found: OperatorError[] = []
  gate.addCheck('log', () => Promise.resolve(found[0]))
  await append()
  found.push(anotherLog)
  gate.suspect()
  await expect(append()).rejects.toMatchObject({ cause: anotherLog })
})

test('a position lower than an earlier one closes the gate', async () => {
  const { gate, append } = open([90, 10])
  const found: OperatorError[] = []
  gate.addCheck('log', () => Promise.resolve(found[0]))
  await append()
  found.push(anotherLog)
  await append()
  await expect(append()).rejects.toMatchObject({ cause: anotherLog })
})
