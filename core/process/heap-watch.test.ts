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

test('warns once of a heap that stays near its limit, with the figure and the variable', () => {
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

test('does not warn of a heap that only nears its limit before garbage is collected', () => {
  const { lines, look } = watched()
  look(290, 290, 120, 290, 290, 120)
  expect(lines).toEqual([])
})

test('warns again after the heap was well below its limit', () => {
  const { lines, look } = watched()
  look(290, 290, 290, 200, 290, 290, 290)
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'info', 'warn'])
})
