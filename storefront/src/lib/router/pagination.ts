/** Page numbers shown at once (spec §9). */
const paginationWindow = 5

/** The page numbers to show (from 0) around the current one; empty when there is only one page. */
export function pageWindow(current: number, totalPages: number, size = paginationWindow): number[] {
  if (totalPages <= 1) return []
  const length = Math.min(size, totalPages)
  const start = clamp(current - Math.floor(size / 2), 0, totalPages - length)
  return Array.from({ length }, (_, index) => start + index)
}

/** What a screen reader is told of a page of a list: `Page 2 of 5, 45 products`. */
export function pageSummary({ number, totalPages }: PageOfPages, count: string): string {
  return totalPages > 1 && number < totalPages ? `Page ${number + 1} of ${totalPages}, ${count}` : count
}

type PageOfPages = { number: number; totalPages: number }

/** A page number of the address (from 1, as people count) as the API counts (from 0). */
export function pageIndex(page: number | undefined): number {
  return page === undefined ? 0 : page - 1
}

/** The `page` of an address: a whole number above 1, otherwise left out. */
export function parsePage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}
