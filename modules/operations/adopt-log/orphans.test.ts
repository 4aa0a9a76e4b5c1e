import { expect, test } from 'vitest'
import { orphansFileName } from './orphans.ts'

test('names the files of two adoptions within one second differently', () => {
  const first = new Date('2026-11-23T02:52:03.100Z')
  expect(orphansFileName(first)).toBe('adopted-log-20261123T025203100Z.ndjson')
  expect(orphansFileName(new Date(first.getTime() + 1))).not.toBe(orphansFileName(first))
})
