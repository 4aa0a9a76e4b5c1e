import type { Product } from '#modules/catalogue/schema.ts'
import { breadcrumbOf } from './lib/router/breadcrumb.ts'
import { escapeHtml } from './lib/format/escape-html.ts'
import { galleryImages, imageSource } from './lib/format/image.ts'
import { categoryLabel } from './lib/router/navigation.ts'
import { excerpt, productPath } from './lib/router/page-head.ts'
import { shop } from './lib/shop.ts'

/** A page's facts for machines: search engines (schema.org) and services that preview links to it (Open Graph). */
export type PageFacts = {
  siteUrl: string
  /** The path of the canonical address. */
  path: string
  title: string
  description: string
  product: Product | undefined
}

/** Elements for the head. Only documents from the server have them: machines do not read pages after a navigation. */
export function structuredHead(page: PageFacts): string {
  return openGraph(page).map(metaElement).join('') + jsonLd(page).map(scriptElement).join('')
}

function openGraph({ siteUrl, path, title, description, product }: PageFacts): [property: string, content: string][] {
  return [
    ['og:site_name', shop.name],
    ['og:locale', 'en_IN'],
    ['og:type', product === undefined ? 'website' : 'product'],
    ['og:title', title],
    ['og:description', excerpt(description)],
    ['og:url', siteUrl + path],
    ...sharedImage(siteUrl, product),
    ...(product === undefined ? [] : productProperties(product)),
  ]
}

/** The drawing of a whole device, of which there is a raster picture too (`npm run shared-pictures`). */
const drawnDevice = /^\/images\/devices\/((?!.*-(?:detail|dimensions|in-use)\.svg$)[a-z0-9-]+)\.svg$/

/** A picture that an admin entered, and an SVG. */
const entered = /^(?!\/images\/)\s*\S/
const drawing = /\.svg(?:[?#]|\s*$)/i

/** Services that preview links show no SVG: a picture that an admin entered as it is, else one of the shop's own. */
function sharedImage(siteUrl: string, product: Product | undefined): [string, string][] {
  const { logoUrl, title, logoAlt = title } = product ?? { logoUrl: '', title: shop.name }
  const card: [string, string] = ['twitter:card', 'summary_large_image']
  if (entered.test(logoUrl) && !drawing.test(logoUrl))
    return [['og:image', absolute(siteUrl, imageSource(logoUrl))], ['og:image:alt', logoAlt], card]
  const name = drawnDevice.exec(logoUrl)?.[1] ?? 'shop'
  return [
    ['og:image', `${siteUrl}/images/shared/${name}.jpg`],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', logoAlt],
    card,
  ]
}

function productProperties({ price }: Product): [string, string][] {
  return [
    ['product:price:amount', price.toFixed(2)],
    ['product:price:currency', 'INR'],
  ]
}

function jsonLd(page: PageFacts): object[] {
  const { siteUrl, path, product } = page
  if (path === '/') return [organization(siteUrl), website(siteUrl)]
  return product === undefined ? [breadcrumb(page)] : [productData(siteUrl, product), breadcrumb(page)]
}

function productData(siteUrl: string, product: Product): object {
  const { id, title, description, company, brand, posttype, price, sku, modelNumber } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    sku: sku ?? id,
    ...(modelNumber !== null && { mpn: modelNumber, model: modelNumber }),
    image: galleryImages(product, title).map(([image]) => absolute(siteUrl, image)),
    brand: { '@type': 'Brand', name: brand },
    manufacturer: { '@type': 'Organization', name: company },
    category: categoryLabel(posttype),
    offers: {
      '@type': 'Offer',
      url: siteUrl + productPath(id),
      price: price.toFixed(2),
      priceCurrency: 'INR',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: price.toFixed(2),
        priceCurrency: 'INR',
        // Prices are exclusive of GST (spec §1).
        valueAddedTaxIncluded: false,
      },
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/NewCondition',
      areaServed: 'IN',
      seller: { '@type': 'Organization', name: shop.legalName },
    },
  }
}

function breadcrumb({ siteUrl, path, product }: PageFacts): object {
  const crumbs = breadcrumbOf(path.split('?', 1)[0] ?? path, product?.title.trim() || undefined)
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.label,
      item: siteUrl + (crumb.path ?? path),
    })),
  }
}

function organization(siteUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shop.name,
    legalName: shop.legalName,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/favicon.svg`,
    telephone: shop.phone,
    email: shop.email,
    address: { '@type': 'PostalAddress', streetAddress: shop.address.join(', '), addressCountry: 'IN' },
  }
}

function website(siteUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop.name,
    url: `${siteUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

function absolute(siteUrl: string, address: string): string {
  return address.startsWith('/') ? siteUrl + address : address
}

function metaElement([name, content]: [string, string]): string {
  // Open Graph has properties, all others names.
  const attribute = name.startsWith('twitter:') ? 'name' : 'property'
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
}

/** Escapes `<`, so that a product's text cannot close the element. */
function scriptElement(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`
}
