import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

const siteUrl = 'https://shop.example.in'
const hostile = 'Monitor </script><script>alert(1)</script> "&'

let shop: TestShop
let ids: string[]

beforeAll(async () => {
  shop = await openShopForBrowser({ PUBLIC_URL: siteUrl })
  const differences = Array.from({ length: 12 }, (_, index) => ({ title: `Bedside Monitor ${index + 1}` }))
  const products = await addProducts(shop, [...differences, { title: hostile, description: hostile }])
  ids = products.map(({ id }) => id)
})
afterAll(() => shop.close())

const page = (path: string, headers = {}) => shop.call('GET', path, { headers })

type Data = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- schema.org has forms of every kind

/** The structured data of a page, by its types. */
function structured(html: string): Data {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const data = scripts.map(([, json = '']) => JSON.parse(json))
  return Object.fromEntries(data.map((one) => [one['@type'], one]))
}

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

describe('a public page', () => {
  test.each([
    ['/', `${siteUrl}/`],
    ['/collection', `${siteUrl}/collection`],
    ['/collection?page=2', `${siteUrl}/collection?page=2`],
    ['/collection/products', `${siteUrl}/collection`],
    ['/collection/ICU-Equipments', `${siteUrl}/collection/icu-equipments`],
    ['/compare', `${siteUrl}/compare`],
    ['/about-us', `${siteUrl}/about-us`],
    ['/site-map', `${siteUrl}/site-map`],
  ])('%s arrives with its words in the head and its content in the body', async (path, canonical) => {
    const { status, text } = await page(path)
    expect(status).toBe(200)
    expect(canonicalOf(text)).toBe(canonical)
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(text).toMatch(/<meta name="description" content="[^"]{40,}"/)
    expect(text).toContain(`<meta property="og:url" content="${canonical}">`)
    expect(text).toMatch(/<div id="root"><div.*<h1/s)
    expect(Object.keys(structured(text))).not.toEqual([])
  })

  test('names no days of delivery, which DISPATCH_DAYS and DELIVERY_DAYS set', async () => {
    const { text } = await page('/support-client-services')
    const [, delivery = ''] = /id="delivery"(.*?)<h2/s.exec(text) ?? []
    expect(delivery).toContain('the days on which it is expected')
    expect(delivery).not.toMatch(/\b(two|three|seven|working|2|3|7)\b/)
  })

  test('compares the devices of its address', async () => {
    const { text } = await page(`/compare?ids=${ids[0]},${ids[1]}`)
    expect(text).toMatch(/<table.*Bedside Monitor 1.*Bedside Monitor 2.*<\/table>/s)
  })

  test('of a product has its price in rupees and its breadcrumb, at one canonical address', async () => {
    for (const path of [`/products/${ids[0]}`, `/collection/products/${ids[0]}`]) {
      const { text } = await page(path)
      expect(canonicalOf(text)).toBe(`${siteUrl}/products/${ids[0]}`)
      const { Product, BreadcrumbList } = structured(text)
      expect(Product).toMatchObject({ name: 'Bedside Monitor 1', sku: ids[0], brand: { name: monitor.brand } })
      expect(Product.offers).toMatchObject({ price: '84500.50', priceCurrency: 'INR' })
      expect(BreadcrumbList.itemListElement.at(-1)).toMatchObject({ name: 'Bedside Monitor 1' })
    }
  })

  test('shows the products of a collection and of a search, and links to the next page', async () => {
    const collection = await page('/collection/icu-equipments')
    expect(collection.text).toContain('Bedside Monitor 12')
    expect(collection.text).toContain('href="/collection/icu-equipments?page=2"')
    const found = await page('/search?q=bedside')
    expect(found.text).toContain('Search Results for &quot;bedside&quot;')
    expect(found.text).toMatch(/href="\/products\/[^"]+"/)
    expect(found.text).toContain('<meta name="robots" content="noindex"')
  })

  test('contains no script from a product: neither in its head nor in its data', async () => {
    const { text } = await page(`/products/${ids[12]}`)
    expect(text).not.toContain('<script>')
    expect(structured(text)['Product'].name).toBe(hostile)
  })

  test('carries a policy that allows no inline script other than the one for the colour scheme', async () => {
    const { headers, text } = await page('/')
    const [, script = ''] = /<script id="scheme">(.*?)<\/script>/s.exec(text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers.get('Content-Security-Policy')).toContain(`; script-src 'self' 'sha256-${hash}'; `)
  })

  test('that depends on the user is left to the browser', async () => {
    for (const path of ['/cart', '/login', '/admin', '/my-orders']) {
      expect((await page(path)).text).toMatch(/<div id="root"><p id="loading" role="status">[^<]*<\/p><\/div>/)
    }
  })
})

describe('an address', () => {
  test('of a product or collection that does not exist responds with 404 and links to others', async () => {
    for (const path of ['/products/no-such-one', '/collection/no-such-one']) {
      const { status, text } = await page(path)
      expect(status).toBe(404)
      expect(text).toContain('<main')
      expect(text).not.toContain('rel="canonical" href="https://shop.example.in/products')
    }
  })

  test.each(['/appointment', '/no/such/page', '//elsewhere.example'])(
    '%s, which is unknown, leads home',
    async (path) => {
      const { status, headers } = await page(path)
      expect([status, headers.get('Location')]).toEqual([302, '/'])
    },
  )
})

describe('a rendered page', () => {
  test('has the same bytes until an event changes its content, in every encoding', async () => {
    const first = await page('/collection')
    const etag = first.headers.get('ETag') ?? ''
    expect(first.headers.get('Cache-Control')).toBe('public, no-cache')
    expect((await page('/collection', { 'If-None-Match': etag })).status).toBe(304)
    const plain = await page('/collection', { 'Accept-Encoding': 'identity' })
    expect(plain.text).toBe(first.text)

    const [added] = await addProducts(shop, [{ title: 'Something new' }])
    await shop.call('GET', `/api/products/${added?.id}`)
    await shop.call('GET', '/api/products?page=0')
    const changed = await page('/collection', { 'If-None-Match': etag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('Something new')
  })
})

test('search engines find every product and every collection, and what they must not index', async () => {
  const map = await page('/sitemap.xml')
  expect(map.headers.get('Content-Type')).toContain('application/xml')
  for (const id of ids) expect(map.text).toContain(`<loc>${siteUrl}/products/${id}</loc>`)
  expect(map.text).toContain(`<loc>${siteUrl}/collection/dental-equipments</loc>`)
  const robots = await page('/robots.txt')
  expect(robots.text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  expect(robots.text).toContain('Disallow: /checkout')
})
