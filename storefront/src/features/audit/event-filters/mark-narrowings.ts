import { wordsOfStream, wordsOfType } from '../../../entities/event/event-words.ts'
import { streamFilters } from '../../../lib/manifests.gen.ts'
import type { Narrowing } from '../../../ui/data/board-filters.tsx'
import { shortened } from '../../../ui/data/short-id.tsx'
import type { EventsSearch } from '../audit-params.ts'

type Mark = 'category' | 'type' | 'stream' | 'by' | 'correlationId'

/**
 * The filters by what is marked on an event, in words.
 * @param person the name of the person by whom the list is filtered, if known
 */
export function markNarrowings(search: EventsSearch, person: string | undefined): Narrowing[] {
  const words: Readonly<Record<Mark, (value: string) => string>> = {
    category: (category) => `Category: ${labelOf(category)}`,
    type: (type) => `Type: ${wordsOfType(type)}`,
    stream: wordsOfStream,
    by: (id) => `By ${person ?? shortened(id)}`,
    correlationId: (id) => `Request ${shortened(id)}`,
  }
  const marks = Object.keys(words).filter((mark): mark is Mark => Object.hasOwn(words, mark))
  return marks.flatMap((mark) => {
    const value = search[mark]
    return value === undefined ? [] : [{ label: words[mark](value), by: [mark, 'before'] }]
  })
}

function labelOf(category: string): string {
  return streamFilters.find((one) => one.category === category)?.label ?? category
}
