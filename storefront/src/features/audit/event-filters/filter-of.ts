import type { EventFilter } from '../../../lib/api/audit.ts'
import { asksForReads, isReadStream, readCategory, readType } from '../ask/asks-for-reads.ts'
import type { EventsSearch } from '../audit-params.ts'

/** The filters of the events in an address: without accesses to personal data, unless the address includes them. */
export function filterOf(search: EventsSearch): EventFilter {
  const { before: _before, reads, ...filter } = search
  return reads === 'shown' || areReadsWanted(search) ? filter : { ...filter, without: readCategory }
}

/** Whether a filter can find accesses to personal data, so that they are shown in any case. */
export function areReadsWanted({ category, type, stream = '', correlationId, where = '' }: EventsSearch): boolean {
  return (
    category === readCategory ||
    type === readType ||
    isReadStream(stream) ||
    // A request may have done nothing but read.
    correlationId !== undefined ||
    asksForReads(where)
  )
}
