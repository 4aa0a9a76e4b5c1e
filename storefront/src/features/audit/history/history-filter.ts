import type { Timeline } from '#modules/audit/schema.ts'
import type { EventFilter } from '../../../lib/api/audit.ts'

/** The filter that finds all events of a history, also those of streams shown with it, such as the notes on an order. */
export function filterOfHistory({ stream, events }: Pick<Timeline, 'stream' | 'events'>): EventFilter {
  const streams = new Set([stream, ...events.map((event) => event.stream)])
  if (streams.size === 1) return { stream }
  return { where: `stream in (${[...streams].map(quoted).join(', ')})` }
}

/** As a text in a predicate, where a quotation mark is written twice. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
