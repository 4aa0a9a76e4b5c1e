import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { codingFor, compress } from './compression.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['GZIP ; Q=1', 'gzip'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0.000, *;q=0', undefined],
  ['gzip;q=x', undefined],
  [`gzip,${'x'.repeat(1_000)}`, undefined],
])('Accept-Encoding %j selects %s', (accepted, coding) => expect(codingFor(accepted)).toBe(coding))

test('compressed bytes can be decompressed', async () => {
  const bytes = Buffer.from('₹1,24,500 '.repeat(500))
  expect(gunzipSync(await compress('gzip', bytes))).toEqual(bytes)
  expect(brotliDecompressSync(await compress('br', bytes))).toEqual(bytes)
  expect((await compress('br', bytes)).length).toBeLessThan(200)
})
