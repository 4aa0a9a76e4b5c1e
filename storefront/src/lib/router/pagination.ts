/** Page numbers shown at once (spec §9). */
const paginationWindow = 5

/** The page numbers to show (from 0) around the current one; empty when there is only one page. */
export function pageWindow(current: number, totalPages: number, size = paginationWindow): number[] {
  if (totalPages <= 1) return []
  const length = Math.min(size, totalPages)
  const start = clamp(current - Math.floor(size / 2), 0, totalPages - length)
  return Array.from({ length }, (_, index) => start + index)
}

/** The announcement of a page of a list for screen readers: `Page 2 of 5, 45 products`. */
export function pageSummary({ number, totalPages }: PageOfPages, count: string): string {
  return totalPages > 1 && number < totalPages ? `Page ${number + 1} of ${totalPages}, ${count}` : count
}

type PageOfPages = { number: number; totalPages: number }

/** Converts a page number of an address (from 1) to one of the API (from 0). */
export function pageIndex(page: number | undefined): number {
  return page === undefined ? 0 : page - 1
}

/** Beyond every list; the API takes greater ones. */
const lastPage = 100_000

/** Parses the `page` of an address: a whole number above 1, otherwise `undefined`. */
export function parsePage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 ? Math.min(page, lastPage) : undefined
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}
