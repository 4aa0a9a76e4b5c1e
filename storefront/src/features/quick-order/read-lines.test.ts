import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const read = (line: string) => readLines(line).map(({ code, quantity }) => [code, quantity])
const readings = (line: string) =>
  readLines(line).map((one) => (one.readings ?? [one]).map(({ code, quantity }) => `${code} × ${quantity}`))

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
  ['5 x SP 10', 'SP 10', 5],
  ['VM12, 1,000', 'VM12', 1_000],
  ['VM12\t1,000 pcs', 'VM12', 1_000],
  ['3M 1860', '3M 1860', 1],
  ['SP-10 x 1000', 'SP-10', 1_000],
  ['SP-10  1000', 'SP-10', 1_000],
])('reads the code and the quantity of %j', (line, code, quantity) => {
  expect(read(line)).toEqual([[code, quantity]])
})

it.each(['vm 12', 'icu mon 0008', 'infusion pump'])('reads all of %j as a code', (line) => {
  expect(read(line)).toEqual([[line, 1]])
  expect(readings(line)).toEqual([[`${line} × 1`]])
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

describe('the readings of a line', () => {
  it('are the whole line, then its code, unless a sign separates code and quantity', () => {
    expect(readings('3M 1860')).toEqual([['3M 1860 × 1', '3M × 1860']])
    expect(readings('SP-10 4')).toEqual([['SP-10 4 × 1', 'SP-10 × 4']])
    expect(readings('SP-10 x 4')).toEqual([['SP-10 x 4 × 1', 'SP-10 × 4']])
    expect(readings('SP-10, 4')).toEqual([['SP-10 × 4', 'SP-10, 4 × 1']])
  })

  it.each([
    ['VM-12\tPatient monitor\t2', ['VM-12 × 2', 'Patient monitor × 2', '2 × 1']],
    ['1\tVM-12\tPatient monitor\t2', ['VM-12 × 2', 'Patient monitor × 2', '1 × 2', '2 × 1']],
    ['VM-12; Patient monitor; 2 pcs; 84,500.00', ['VM-12 × 2', 'Patient monitor × 2', '84,500.00 × 2', '2 pcs × 1']],
    ['VM-12,Patient monitor,1,000', ['VM-12 × 1000', 'Patient monitor × 1000', '1,000 × 1']],
    ['2, VM-12, Patient monitor', ['VM-12 × 2', 'Patient monitor × 2', '2 × 1']],
  ])('%j are its columns, each with the number that follows it', (line, expected) => {
    expect(readings(line)).toEqual([expected])
  })
})
