import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { newId } from '#core/domain/ids.ts'
import { importRows } from '#modules/catalogue/import/import-rows.ts'
import { importingDeps } from '#modules/catalogue/module.ts'
import { makeCertificate } from '#test/support/engines/certificate.ts'
import { needsOpenssl } from '#test/support/engines/engines.ts'
import { png } from '#test/support/shop/pictures.ts'
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

const resolveHere = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])

/** A supplier's host, under a name of the internet: only the test's resolver leads to it. */
async function openSupplier() {
  const name = 'cdn.supplier.example'
  const certificate = await makeCertificate({ names: `DNS:${name}` })
  const requests: (string | undefined)[] = []
  const server = createHttpsServer(certificate, ({ url }, response) => {
    requests.push(url)
    response.end(png({ width: 1_000, height: 750 }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // oxlint-disable-line typescript/no-unsafe-type-assertion -- it listens on a port
  return {
    host: `${name}:${port}`,
    requests,
    fetching: { resolve: resolveHere, isAllowed: () => true, ca: certificate.cert },
    async close() {
      server.closeAllConnections()
      server.close()
      await certificate.remove()
    },
  }
}

test('a picture that an import has fetched is a picture of the shop', needsOpenssl, async () => {
  const supplier = await openSupplier()
  const { store, database } = shop.shop.infrastructure
  const pictureHosts = [supplier.host]
  const { fetching } = supplier
  const deps = importingDeps({ store, db: database.db, hasRoom: () => true, pictureHosts, fetching })
  const address = `https://${supplier.host}/monitor.png`
  const rows = [{ row: 2, fields: { ...fields, sku: 'IMP-0002', logo_url: address, img_url2: address } }]
  const importAs = (isDryRun: boolean) => {
    const context = { actor: systemActor, correlationId: newId(), causationId: newId(), commandId: newId() }
    return importRows(deps, { rows, isDryRun, context })
  }
  expect((await importAs(true)).rows).toMatchObject([{ outcome: 'added', faults: [] }])
  expect((await shop.call('GET', '/api/products/imp-0002')).status).toBe(404)
  expect((await importAs(false)).rows).toMatchObject([{ outcome: 'added', faults: [] }])
  // The check has fetched it already.
  expect(supplier.requests).toEqual(['/monitor.png'])
  await shop.settled()
  const { logoUrl, imgUrl2 } = (await shop.call('GET', '/api/products/imp-0002')).body
  expect(logoUrl).toMatch(/^\/pictures\/[0-9a-f]{32}-800\.webp$/)
  expect(imgUrl2).toBe(logoUrl)
  const picture = await fetch(shop.url + logoUrl)
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  expect((await importAs(false)).rows).toMatchObject([{ outcome: 'unchanged' }])
  await supplier.close()
})

test('the match of columns names the hosts, so that a browser sends few rows with pictures at a time', async () => {
  const body = { columns: ['sku'] }
  const answer = await shop.call('POST', '/api/catalogue/import/columns', { token: shop.adminToken, body })
  expect(answer.body.pictureHosts).toEqual([host])
})
