import { afterEach, expect, test, vi } from 'vitest'
import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import { printFailure } from './run-process.ts'

afterEach(() => vi.restoreAllMocks())

function printed(error: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  printFailure(error)
  return write.mock.calls.map(([text]) => String(text)).join('')
}

const refused = new OperatorError('Redis refuses the user', 'Correct its password.')

test.each([
  [refused, 'Redis refuses the user. Correct its password.\n'],
  [new EngineUnavailable('jobs', { cause: refused }), 'Redis refuses the user. Correct its password.\n'],
  [
    new EngineUnavailable('event store', { cause: new Error('ECONNREFUSED') }),
    'event store does not answer. Check that it runs and can be reached, then try again.\n',
  ],
])('prints an error that the operator can fix as one line with the remedy: %s', (error, line) => {
  expect(printed(error)).toBe(line)
})

test('prints a programming error with its stack', () => {
  expect(printed(new TypeError('no such thing'))).toMatch(/no such thing\n +at .*run-process\.test/)
})
