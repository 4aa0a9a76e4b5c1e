import type { Export } from '#modules/audit/schema.ts'
import { formatDateTime } from '../../../../lib/format/format.ts'
import { shortened } from '../../../../ui/data/short-id.tsx'

type Filter = Export['filter']

const words: readonly [part: keyof Filter, inWords: (value: string) => string][] = [
  ['stream', shortened],
  ['category', String],
  ['type', String],
  ['by', (id) => `by ${shortened(id)}`],
  ['correlationId', (id) => `request ${shortened(id)}`],
  ['from', (time) => `from ${formatDateTime(time)}`],
  ['to', (time) => `to ${formatDateTime(time)}`],
  ['where', (predicate) => `where ${predicate}`],
  ['without', (category) => (category === 'audit' ? 'no reads of personal data' : `without ${category}`)],
]

/** The events in an export, in words. */
export function wordsOfFilter(filter: Filter): string {
  const parts = words.flatMap(([part, inWords]) => {
    const value = filter[part]
    return value === undefined ? [] : [inWords(value)]
  })
  return parts.join(', ') || 'All events'
}
