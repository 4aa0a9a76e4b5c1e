import { queryString } from './address-text.ts'

/** A page of a list, as far as it tells whether the list reaches to it. */
export type ListPage = { content: readonly unknown[]; number: number; totalPages: number }

/** The address of the last page, for who has asked for one behind it, as where the list has become shorter meanwhile. */
export function lastPageInstead({ content, number, totalPages }: ListPage, href: string): string | undefined {
  if (content.length > 0 || totalPages === 0 || number < totalPages) return undefined
  const { pathname, searchParams } = new URL(href, 'http://this.site')
  const { page: _beyond, ...others } = Object.fromEntries(searchParams)
  return pathname + queryString({ ...others, page: totalPages > 1 ? totalPages : undefined })
}
