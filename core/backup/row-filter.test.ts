import { expect, test } from 'vitest'
import { rowFilter } from './row-filter.ts'

const rows = Buffer.from('a1\tAsha ₹\\n\tx\na2\tRavi\ta1\na1b\tMeera\tx\n')

test.each([1, 2, 3, 7, 1_000])('skips the rows of erased persons, in chunks of %i bytes', (size) => {
  const filter = rowFilter({ column: 0, without: new Set(['a1']) })
  const chunks = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
    rows.subarray(i * size, (i + 1) * size),
  )
  expect(Buffer.concat(chunks.map(filter.keep)).toString()).toBe('a2\tRavi\ta1\na1b\tMeera\tx\n')
  expect(filter.omittedRows()).toBe(1)
  expect([...filter.omitted]).toEqual(['a1'])
})

test('keeps everything of a table without persons', () => {
  const filter = rowFilter({ column: -1, without: new Set(['a1']) })
  expect(filter.keep(rows)).toBe(rows)
  expect(filter.omittedRows()).toBe(0)
})
