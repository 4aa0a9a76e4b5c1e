import { expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { isConfirmed } from './confirm.ts'

const shown = 1_200

/** Confirms with a log that ends at `head` by the time the operator has answered. */
async function confirmed({ answer, given, head = shown }: { answer?: string; given?: Position; head?: Position }) {
  const lines: string[] = []
  const terminal = openTerminal({ isJson: false, stdout: { write: (line) => lines.push(line) } })
  const ask = answer === undefined ? undefined : () => Promise.resolve(answer)
  const isDone = await isConfirmed({ terminal, ask, store: { head: () => Promise.resolve(head) } }, { shown, given })
  return { isDone, text: lines.join('') }
}

test('accepts the head that was shown, by the option or at the terminal', async () => {
  expect(await confirmed({ given: shown })).toEqual({ isDone: true, text: '' })
  expect(await confirmed({ answer: ' 1200 ' })).toEqual({ isDone: true, text: '' })
})

test.each([{}, { answer: 'yes' }, { answer: '' }])('%j does not confirm, and prints how to', async (asked) => {
  expect(await confirmed(asked)).toEqual({
    isDone: false,
    text: 'Nothing was changed. To do it: npm run ops -- adopt-log --head 1200\n',
  })
})

test.each([
  ['another position is given', { given: 1_199 }, 'the head of the event log is 1200, not 1199'],
  ['another position is typed', { answer: '1199' }, 'the head of the event log is 1200, not 1199'],
  [
    'the log has grown since it was shown',
    { given: shown, head: 1_201 },
    'the event log ends at position 1201 by now, not 1200',
  ],
])('refuses if %s', async (_, asked, message) => {
  await expect(confirmed(asked)).rejects.toMatchObject({
    name: 'OperatorError',
    message: `${message}: nothing was changed`,
  })
})
