import { queryString } from './address-text.ts'
import { goTo } from './go.ts'

type PageOfPages = { number: number; totalPages: number }

/** The address of the last page if the requested one is beyond it, for example because the list has become shorter. */
export function lastPageRedirect({ number, totalPages }: PageOfPages, href: string): string | undefined {
  if (totalPages === 0 || number < totalPages) return undefined
  const { pathname, searchParams } = new URL(href, 'http://this.site')
  const { page: _beyond, ...others } = Object.fromEntries(searchParams)
  return pathname + queryString({ ...others, page: totalPages > 1 ? totalPages : undefined })
}

/** For loaders: returns the page, or throws a redirect to the last page if it is beyond that. */
export function pageOrLast<Found extends PageOfPages>(found: Found, { href }: { href: string }): Found {
  const lastPage = lastPageRedirect(found, href)
  return lastPage === undefined ? found : goTo(lastPage)
}
