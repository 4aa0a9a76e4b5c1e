import { findCollection, wordsOf } from './navigation.ts'

/** One step of the breadcrumb; the current page has no `path`. */
export type Crumb = { label: string; path?: string }

/** Paths without a page, and the pages that their segments link to instead. */
const pages: Record<string, string> = {
  '/products': '/collection/products',
  '/service-request': '/collection/products',
  '/admin/carts': '/admin/events',
  '/admin/streams': '/admin/events',
}

/**
 * The breadcrumb of an address: its segments, capitalised, the last one without a link (spec §2). `title` replaces the
 * last segment if that is not readable, for example a product's id.
 */
export function breadcrumbOf(pathname: string, title?: string): Crumb[] {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  if (segments.length === 0) return []
  const crumbs = segments.map((segment, index) => {
    const path = `/${segments.slice(0, index + 1).join('/')}`
    return { label: labelOf(segment), path: pages[path] ?? path }
  })
  const last = crumbs.pop()
  return [{ label: 'Home', path: '/' }, ...crumbs, { label: title ?? last?.label ?? '' }]
}

function labelOf(segment: string): string {
  const text = decoded(segment)
  return findCollection(text)?.label ?? wordsOf(text)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
