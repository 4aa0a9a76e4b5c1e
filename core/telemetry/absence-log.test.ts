import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAbsenceLog } from './absence-log.ts'
import { EngineUnavailable } from '../domain/errors.ts'
import { openLog } from './log.ts'

let lines: { level: string; msg: string; engine?: string; count?: number; err?: unknown }[]
const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) })

beforeEach(() => {
  lines = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => vi.useRealTimers())

function fail(absence: ReturnType<typeof openAbsenceLog>, times: number, engine = 'event store'): void {
  for (let i = 0; i < times; i++) absence.failed(new EngineUnavailable(engine), { id: `request-${i}` })
}

test('logs the first failure and the end of an outage, and in between a count per minute', () => {
  const absence = openAbsenceLog(log)
  fail(absence, 5_000)
  vi.advanceTimersByTime(60_000)
  fail(absence, 7)
  vi.advanceTimersByTime(180_000)
  expect(lines).toMatchObject([
    { level: 'warn', id: 'request-0', err: { type: 'EngineUnavailable' } },
    { level: 'warn', engine: 'event store', count: 4_999 },
    { level: 'warn', engine: 'event store', count: 7 },
    { level: 'info', engine: 'event store' },
  ])
})

test('logs each engine separately', () => {
  const absence = openAbsenceLog(log)
  fail(absence, 3)
  fail(absence, 2, 'jobs')
  vi.advanceTimersByTime(60_000)
  expect(lines.map(({ engine, count }) => [engine, count])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ['event store', 2],
    ['jobs', 1],
  ])
})

test('logs a new outage in full again', () => {
  const absence = openAbsenceLog(log)
  fail(absence, 1)
  vi.advanceTimersByTime(60_000)
  fail(absence, 1)
  expect(lines.filter(({ err }) => err !== undefined)).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(1)
})
