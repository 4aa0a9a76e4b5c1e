import { expect, test } from 'vitest'
import { withLinesBack } from './lines-back.ts'

const line = (id: string, quantity = 1) => ({ id, title: id, company: '', brand: '', price: 1, logoUrl: '', quantity })
const removed = new Set(['b'])

test('lines return to their places, behind them what was added since', () =>
  expect(
    withLinesBack([line('a'), line('c'), line('d')], { before: [line('a'), line('b', 3), line('c')], removed }),
  ).toEqual([line('a'), line('b', 3), line('c'), line('d')]))

test('a line that was added again keeps its new quantity', () =>
  expect(withLinesBack([line('a'), line('b', 5)], { before: [line('a'), line('b', 3)], removed })).toEqual([
    line('a'),
    line('b', 5),
  ]))

test('a line that was removed separately does not return', () =>
  expect(withLinesBack([line('c')], { before: [line('a'), line('b', 3), line('c')], removed })).toEqual([
    line('b', 3),
    line('c'),
  ]))
