import { describe, expect, test } from 'vitest'
import { barsOf, hourMs, minuteMs, widthFor } from './buckets.ts'

const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })

describe('the bars of a histogram', () => {
  test('are as narrow as 80 of them allow', () => {
    expect(widthFor(span('2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z'))).toBe(minuteMs)
    expect(widthFor(span('2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z'))).toBe(hourMs)
    expect(widthFor(span('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'))).toBe(7 * 24 * hourMs)
    expect(widthFor(span('1980-01-01T00:00:00Z', '2026-12-31T00:00:00Z'))).toBe(364 * 24 * hourMs)
  })

  test('contain each event of the span once', () => {
    const counts = [
      { at: '2026-11-20T00:00:00.000Z', events: 2 },
      { at: '2026-11-20T01:00:00.000Z', events: 3 },
      { at: '2026-11-20T05:00:00.000Z', events: 4 },
      { at: '2026-11-21T00:00:00.000Z', events: 5 },
    ]
    const bars = barsOf(counts, span('2026-11-20T00:30:00Z', '2026-11-20T06:00:00Z'), 2 * hourMs)
    expect(bars).toEqual([
      { from: '2026-11-19T23:00:00.000Z', events: 2 },
      { from: '2026-11-20T01:00:00.000Z', events: 3 },
      { from: '2026-11-20T03:00:00.000Z', events: 0 },
      { from: '2026-11-20T05:00:00.000Z', events: 4 },
    ])
  })
})
