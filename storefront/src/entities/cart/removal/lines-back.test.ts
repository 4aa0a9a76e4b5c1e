import { expect, test } from 'vitest'
import { withLinesBack } from './lines-back.ts'

const line = (id: string, quantity = 1) => ({ id, title: id, company: '', brand: '', price: 1, logoUrl: '', quantity })

test('lines return to their places, behind them what was added since', () =>
  expect(withLinesBack([line('a'), line('c'), line('d')], [line('a'), line('b', 3), line('c')])).toEqual([
    line('a'),
    line('b', 3),
    line('c'),
    line('d'),
  ]))

test('a line that was added again keeps its new quantity', () =>
  expect(withLinesBack([line('b', 5)], [line('a'), line('b', 3)])).toEqual([line('a'), line('b', 5)]))
