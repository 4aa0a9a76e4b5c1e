import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { escapeHtml } from '#core/text/html.ts'
import type { Ask } from '#core/http/server/in-process.ts'
import { collections } from './src/lib/router/navigation.ts'

const ProductPage = Type.Object({
  content: Type.Array(Type.Object({ id: Type.String() })),
  totalPages: Type.Integer(),
})

/** The most addresses that a sitemap may hold (sitemaps.org); beyond it the oldest products are left out. */
const mostAddresses = 50_000
const pageSize = 100

const otherPages = [
  '/',
  '/collection',
  ...collections.map(({ path }) => `/collection/${path}`),
  '/about-us',
  '/support-client-services',
  '/privacy-policy',
  '/site-map',
]

/** Allows crawlers everything except the API and personal pages. */
export function robots(siteUrl: string): string {
  const closed = [
    '/api/',
    '/admin',
    '/cart',
    '/checkout',
    '/login',
    '/my-orders',
    '/search',
    '/service-request',
    '/signup',
  ]
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), `Sitemap: ${siteUrl}/sitemap.xml`, ''].join(
    '\n',
  )
}

/** Lists all collections and products by their canonical addresses. @throws EngineUnavailable */
export async function sitemap(siteUrl: string, ask: Ask): Promise<string> {
  const products = await productIds(ask)
  const paths = [...otherPages, ...products.map((id) => `/products/${encodeURIComponent(id)}`)]
  const entries = paths.slice(0, mostAddresses).map((path) => `<url><loc>${escapeHtml(siteUrl + path)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
}

async function productIds(ask: Ask): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0, pages = 1; page < pages && ids.length < mostAddresses; page += 1) {
    const response = await ask({ method: 'GET', path: `/api/products?page=${page}&size=${pageSize}` })
    if (response.status === 503) throw new EngineUnavailable('an engine of the shop', { retryAfterSeconds: 5 })
    if (!response.ok) throw new Error(`Listing the products for the sitemap failed with status ${response.status}`)
    const { content, totalPages } = Value.Parse(ProductPage, await response.json())
    ids.push(...content.map(({ id }) => id))
    pages = totalPages
  }
  return ids
}
