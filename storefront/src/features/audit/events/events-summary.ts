import type { AuditPage } from '#modules/audit/schema.ts'
import { countOf, formatCount } from '../../../lib/format/format.ts'

/** How many events match; where counting them all would be slow, at least so many. */
export function totalOf({ totalElements, totalIsExact }: Pick<AuditPage, 'totalElements' | 'totalIsExact'>): string {
  return `${totalIsExact ? '' : 'more than '}${countOf(totalElements, 'event')}`
}

/** What a screen reader is told of a page of events: `120 events, #70 to #21 are shown`. */
export function eventsSummary(page: Pick<AuditPage, 'content' | 'totalElements' | 'totalIsExact'>): string {
  const [newest] = page.content
  const oldest = page.content.at(-1)
  if (!newest || !oldest) return totalOf(page)
  const shown = newest === oldest ? `${place(newest)} is shown` : `${place(newest)} to ${place(oldest)} are shown`
  return `${totalOf(page)}, ${shown}`
}

const place = ({ position }: { position: number }) => `#${formatCount(position)}`
