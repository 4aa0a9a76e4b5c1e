import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop/shop.ts'

let shop: TestShop
let inside: Server
let connections = 0
let host: string

/** A server inside the network, which a supplier's file must not reach. */
beforeAll(async () => {
  inside = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve))
  host = `localhost:${(inside.address() as AddressInfo).port}` // oxlint-disable-line typescript/no-unsafe-type-assertion -- it listens on a port
  shop = await openTestShop({ PICTURE_HOSTS: host })
})
afterAll(async () => {
  await shop.close()
  inside.close()
})

const fields = {
  sku: 'IMP-0001',
  title: 'Aarogya Imported Monitor',
  company: 'Aarogya Meditech',
  brand: 'Aarogya',
  category: 'icu-equipments',
  lookup_type: 'Equipment',
  price_inr: '84500',
  qty: '12',
  description: 'Bedside monitor',
  feature_description: 'Screen: 12.1 in',
}

async function imported(pictures: Record<string, string>, dryRun: boolean) {
  const body = { rows: [{ row: 2, fields: { ...fields, ...pictures } }], dryRun }
  return (await shop.call('POST', '/api/catalogue/import', { token: shop.adminToken, body })).body.rows[0]
}

test.each([true, false])(
  'a picture on a host of PICTURE_HOSTS inside the network is not fetched, and its row is rejected (dry run: %s)',
  async (dryRun) => {
    const { outcome, faults } = await imported({ img_url1: `https://${host}/a.png` }, dryRun)
    expect({ outcome, faults }).toEqual({
      outcome: 'refused',
      faults: [{ row: 2, column: 'img_url1', reason: 'The picture is on a host without a public address' }],
    })
    expect(connections).toBe(0)
  },
)

test('an address on any other host is kept as it is, and never fetched', async () => {
  const other = `https://127.0.0.1:${host.split(':')[1]}/a.png`
  expect((await imported({ logo_url: other }, false)).outcome).toBe('added')
  expect((await shop.call('GET', '/api/products/imp-0001')).body.logoUrl).toBe(other)
  expect(connections).toBe(0)
})
