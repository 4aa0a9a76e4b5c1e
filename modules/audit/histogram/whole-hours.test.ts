import { expect, test } from 'vitest'
import { partsOf } from './whole-hours.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)
const span = (from: string, to: string) => ({ from: at(from), to: at(to) })

test('a span is divided into its whole hours and what is left before and after them', () => {
  expect(partsOf(span('09:30:00', '12:15:00.000'))).toEqual({
    hours: span('10:00:00', '12:00:00'),
    rests: [span('09:30:00', '09:59:59.999'), span('12:00:00', '12:15:00')],
  })
})

test('a span includes its end', () => {
  expect(partsOf(span('09:00:00', '11:59:59.999'))).toEqual({ hours: span('09:00:00', '12:00:00'), rests: [] })
  expect(partsOf(span('09:00:00', '12:00:00')).rests).toEqual([span('12:00:00', '12:00:00')])
})

test('a span without a whole hour is counted row by row', () => {
  expect(partsOf(span('09:10:00', '09:50:00')).rests).toEqual([span('09:10:00', '09:50:00')])
  const { hours, rests } = partsOf(span('09:10:00', '10:50:00'))
  expect(hours.from).toBe(hours.to)
  expect(rests).toEqual([span('09:10:00', '10:50:00')])
})

test('a span may have no beginning or no end', () => {
  const from = at('09:30:00')
  expect(partsOf({ from, to: Infinity })).toEqual({
    hours: { from: at('10:00:00'), to: Infinity },
    rests: [span('09:30:00', '09:59:59.999')],
  })
  expect(partsOf({ from: -Infinity, to: Infinity })).toEqual({ hours: { from: -Infinity, to: Infinity }, rests: [] })
})
