import { expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const read = (line: string) => readLines(line).map(({ code, quantity }) => [code, quantity])

it.each([
  ['ICU-MON-0008', 'ICU-MON-0008', 1],
  ['ICU-MON-0008, 3', 'ICU-MON-0008', 3],
  ['ICU-MON-0008;3', 'ICU-MON-0008', 3],
  ['ICU-MON-0008\t3', 'ICU-MON-0008', 3],
  ['ICU-MON-0008 x 3', 'ICU-MON-0008', 3],
  ['ICU-MON-0008 ×3 pcs', 'ICU-MON-0008', 3],
  ['icu mon 0008 2', 'icu mon 0008', 2],
  ['SP-10   4 nos', 'SP-10', 4],
  ['5 x SP-10', 'SP-10', 5],
])('reads the code and the quantity of %j', (line, code, quantity) => {
  expect(read(line)).toEqual([[code, quantity]])
})

it.each(['vm 12', 'icu mon 0008', 'infusion pump'])('reads all of %j as a code', (line) => {
  expect(read(line)).toEqual([[line, 1]])
})

it('reads one code per line, and skips empty lines', () => {
  expect(read(' VM12, 2 \r\n\n  \nSP10\n')).toEqual([
    ['VM12', 2],
    ['SP10', 1],
  ])
})

it('limits quantities to what a cart accepts', () => {
  expect(read('VM12, 0')).toEqual([['VM12', 1]])
  expect(read('VM12, 99999')).toEqual([['VM12', 9_999]])
})
