import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

test('counts the length of the address towards the size of a cached page', async () => {
  const cache = createPageCache(() => 'now', 10_000)
  const rendered: string[] = []
  const read = (address: string) =>
    cache.read(address, () => {
      rendered.push(address)
      return Promise.resolve({ status: 200, headers: {}, body: Buffer.from('a page') })
    })
  const [short, long] = ['/collection', `/collection?${'x'.repeat(8_000)}`]
  for (const address of [short, long, short, long]) await read(address)
  expect(rendered).toEqual([short, long, long])
})
