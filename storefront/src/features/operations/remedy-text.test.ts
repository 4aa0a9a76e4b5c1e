import { expect, test } from 'vitest'
import { partsOf } from './remedy-text.tsx'

test.each([
  ['its event log is unavailable', { before: 'its event log is unavailable' }],
  [
    'Repair it and retry, or run npm run ops -- skip --everywhere --position 7 --reason "…"',
    { before: 'Repair it and retry, or run:', command: 'npm run ops -- skip --everywhere --position 7 --reason "…"' },
  ],
  [
    'show this person as erased: npm run ops -- accept-lost-key 01a2',
    { before: 'show this person as erased:', command: 'npm run ops -- accept-lost-key 01a2' },
  ],
])('splits off the command at the end of "%s"', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})
