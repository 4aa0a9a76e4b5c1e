import type { AuditPage } from '#modules/audit/schema.ts'
import { countOf, formatCount } from '../../../lib/format/format.ts'

/** The number of matching events, or a lower bound if counting all of them would be slow. */
export function totalOf({ totalElements, totalIsExact }: Pick<AuditPage, 'totalElements' | 'totalIsExact'>): string {
  return `${totalIsExact ? '' : 'more than '}${countOf(totalElements, 'event')}`
}

/** The announcement of a page of events to screen readers: `120 events, #70 to #21 are shown`. */
export function eventsSummary(page: Pick<AuditPage, 'content' | 'totalElements' | 'totalIsExact'>): string {
  const [newest] = page.content
  const oldest = page.content.at(-1)
  if (!newest || !oldest) return totalOf(page)
  const shown = newest === oldest ? `${place(newest)} is shown` : `${place(newest)} to ${place(oldest)} are shown`
  return `${totalOf(page)}, ${shown}`
}

const place = ({ position }: { position: number }) => `#${formatCount(position)}`
