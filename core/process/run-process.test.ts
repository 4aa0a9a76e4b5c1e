import { afterEach, expect, test, vi } from 'vitest'
import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import { printFailure } from './run-process.ts'

afterEach(() => vi.restoreAllMocks())

function printed(error: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  printFailure(error)
  return write.mock.calls.map(([text]) => String(text)).join('')
}

const refused = new OperatorError('Redis refuses the user', 'Mend its password.')

test.each([
  [refused, 'Redis refuses the user. Mend its password.\n'],
  [new EngineUnavailable('jobs', { cause: refused }), 'Redis refuses the user. Mend its password.\n'],
  [
    new EngineUnavailable('event store', { cause: new Error('ECONNREFUSED') }),
    'event store does not answer. See that it runs and can be reached, then try again.\n',
  ],
])('what an operator can mend is printed as one line that says how: %s', (error, line) => {
  expect(printed(error)).toBe(line)
})

test('a mistake of the program is printed with where it was made', () => {
  expect(printed(new TypeError('no such thing'))).toMatch(/no such thing\n +at .*run-process\.test/)
})
