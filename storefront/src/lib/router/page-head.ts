import { pageTitle } from '../shop.ts'

export type PageWords = {
  /** `undefined` on the home page. */
  title?: string | undefined
  description: string
  /** The canonical path and query of this content, whatever address was requested. */
  path: string
}

/** The number of characters that search engines show, roughly. */
const descriptionLength = 160

/** The title, description and canonical link of a page's head. */
export function pageHead(siteUrl: string, { title, description, path }: PageWords) {
  return {
    meta: [{ title: pageTitle(title) }, { name: 'description', content: excerpt(description) }],
    links: [{ rel: 'canonical', href: siteUrl + path }],
  }
}

/** The canonical path of a page of a list; the first page has no number. */
export function pagedPath(path: string, page: number | undefined): string {
  return page === undefined || page <= 1 ? path : `${path}?page=${page}`
}

/** The canonical path of a product. */
export function productPath(productId: string): string {
  return `/products/${encodeURIComponent(productId)}`
}

/** The beginning of a text in one line, cut between two words. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= descriptionLength) return line
  const cut = line.slice(0, descriptionLength - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end < 0 ? cut.length : end).replace(/[\s,;:.]+$/, '')}…`
}
