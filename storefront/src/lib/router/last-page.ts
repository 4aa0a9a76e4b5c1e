import { queryString } from './address-text.ts'

/** The fields of a list's page that show whether it is beyond the last one. */
export type ListPage = { content: readonly unknown[]; number: number; totalPages: number }

/** The address of the last page if the requested one is beyond it, for example because the list has become shorter. */
export function lastPageRedirect({ content, number, totalPages }: ListPage, href: string): string | undefined {
  if (content.length > 0 || totalPages === 0 || number < totalPages) return undefined
  const { pathname, searchParams } = new URL(href, 'http://this.site')
  const { page: _beyond, ...others } = Object.fromEntries(searchParams)
  return pathname + queryString({ ...others, page: totalPages > 1 ? totalPages : undefined })
}
