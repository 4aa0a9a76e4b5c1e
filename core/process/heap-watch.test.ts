import { expect, test } from 'vitest'
import { heapAlarm } from './heap-watch.ts'
import { openLog } from '../telemetry/log.ts'

function watched() {
  const lines: { level: string; msg: string; remedy?: string }[] = []
  const look = heapAlarm(openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }))
  return {
    lines,
    look: (...megabytes: number[]) => megabytes.forEach((used) => look({ used: used * 2 ** 20, limit: 300 * 2 ** 20 })),
  }
}

test('a heap that stays near its limit is warned of once, with the figure and the variable', () => {
  const { lines, look } = watched()
  look(100, 270, 271, 272, 273, 240, 280, 281, 282)
  expect(lines).toMatchObject([
    {
      level: 'warn',
      msg: expect.stringContaining('272 of at most 300 MB'),
      remedy: expect.stringContaining('SHOP_HEAP_MB'),
    },
  ])
})

test('a heap that only touches its limit before garbage is collected is not warned of', () => {
  const { lines, look } = watched()
  look(290, 290, 120, 290, 290, 120)
  expect(lines).toEqual([])
})

test('a second episode is warned of again, after the heap was well below its limit', () => {
  const { lines, look } = watched()
  look(290, 290, 290, 200, 290, 290, 290)
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'info', 'warn'])
})
