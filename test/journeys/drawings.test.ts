import { existsSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collections } from '../../storefront/src/lib/router/navigation.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let ids: string[]

beforeAll(async () => {
  shop = await openShopForBrowser({ PUBLIC_URL: 'https://shop.example.in' })
  ids = await shopProducts([
    {},
    { title: 'Bedside Monitor' },
    { title: 'Drawn elsewhere', logoUrl: 'https://cdn.example.in/device.svg?v=2' },
  ])
})
afterAll(() => shop.close())

const shopProducts = async (differences: Parameters<typeof addProducts>[1]) =>
  (await addProducts(shop, differences)).map(({ id }) => id)
const page = (path: string, headers = {}) => shop.call('GET', path, { headers })

const images = new URL('../../storefront/public/images/', import.meta.url)
const drawings = readdirSync(new URL('devices/', images)).filter(
  (file) => !/-(detail|dimensions|in-use)\.svg$/.test(file),
)
const headersOf = ({ headers }: { headers: Headers }) => [headers.get('Content-Type'), headers.get('Cache-Control')]

/** Width and height in the frame header of a JPEG. */
function sizeOf(jpeg: Buffer): [width: number, height: number] {
  let at = 2
  while ((jpeg[at + 1] ?? 0) < 0xc0 || (jpeg[at + 1] ?? 0) > 0xc3) at += 2 + jpeg.readUInt16BE(at + 2)
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
}

describe('a shared link', () => {
  test.each([
    ['the home page', () => '/'],
    ['a collection', () => '/collection/x-ray'],
    ['a product', () => `/products/${ids[0]}`],
    ['a product with an SVG of another site', () => `/products/${ids[2]}`],
  ])('to %s is shown with a raster picture of this shop', async (_name, path) => {
    const { text } = await page(path())
    const [, address = ''] = /<meta property="og:image" content="https:\/\/shop\.example\.in([^"]+)">/.exec(text) ?? []
    const answer = await fetch(shop.url + address)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    const picture = Buffer.from(await answer.arrayBuffer())
    expect(picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(sizeOf(picture)).toEqual([1200, 630])
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">')
  })

  test('to any drawn device has its own', () => {
    const missing = drawings.filter((file) => !existsSync(new URL(`shared/${file.replace('.svg', '.jpg')}`, images)))
    expect(missing).toEqual([])
  })
})

describe('a drawing', () => {
  const drawing = '/images/devices/patient-monitor.svg'
  const asPicture = ['image/svg+xml', 'public, max-age=3600']

  test('varies by product, and is revalidated by its content', async () => {
    const [first, second] = [await page(`${drawing}?of=${ids[0]}`), await page(`${drawing}?of=${ids[1]}`)]
    expect([first, second].map(headersOf)).toEqual([asPicture, asPicture])
    expect(first.text).toMatch(/^<svg .*<\/svg>$/s)
    expect(first.text).not.toBe(second.text)
    const again = await page(`${drawing}?of=${ids[0]}`, { 'If-None-Match': first.headers.get('ETag') })
    expect(again.status).toBe(304)
  })

  test('changes with its product', async () => {
    const [changed = ''] = await shopProducts([{ featureDescription: 'Screen: 12.1 in' }])
    const before = await page(`${drawing}?of=${changed}`)
    const body = { ...monitor, featureDescription: 'Screen: 17 in' }
    await shop.call('PUT', `/api/products/${changed}`, { token: shop.adminToken, body })
    await shop.settled()
    expect((await page(`${drawing}?of=${changed}`)).text).not.toBe(before.text)
  })

  test.each(['?of=no-such-product', '?of=a&of=b', '?of=', '?of=newest', ''])(
    'is the original at its stored address with %j',
    async (query) => {
      const { status, text } = await page(drawing + query)
      expect(status).toBe(200)
      expect(text).toBe((await page(drawing)).text)
    },
  )

  test('of each collection is on the home page', async () => {
    const { text } = await page('/')
    const missing = collections.filter(({ path }) => !text.includes(`src="/images/departments/${path}.svg"`))
    expect(missing).toEqual([])
  })

  test('exists for each collection', async () => {
    for (const { path } of collections) {
      const answer = await page(`/images/departments/${path}.svg`)
      expect([path, answer.status, ...headersOf(answer)]).toEqual([path, 200, ...asPicture])
    }
  })
})
