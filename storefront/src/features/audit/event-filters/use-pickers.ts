import type { AuditEvent } from '#modules/audit/schema.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import type { EventsSearch } from '../audit-params.ts'
import { findNothing, findPeople, findStreams } from './find-options.ts'
import { knownPeople, knownStreams, knownTypes, streamOption, typeOption } from './options.ts'
import { usePicker } from './use-picker.ts'

type PickersOf = { search: EventsSearch; events: readonly AuditEvent[]; person: string | undefined }
type Picked = Pick<EventsSearch, 'type' | 'stream' | 'by'>

/** The fields for type, stream and person. `resolve` focuses the first whose text means nothing, and returns undefined. */
export function usePickers({ search, events, person }: PickersOf) {
  const type = usePicker({
    first: search.type === undefined ? undefined : typeOption(search.type),
    known: knownTypes(events),
    find: findNothing,
    kind: { singular: 'type', plural: 'types' },
  })
  const stream = usePicker({
    first: search.stream === undefined ? undefined : streamOption(search.stream),
    known: knownStreams(events),
    find: findStreams,
    kind: { singular: 'stream', plural: 'streams' },
  })
  const by = usePicker({
    first: search.by === undefined ? undefined : { value: search.by, text: person ?? shortened(search.by) },
    known: knownPeople(events),
    find: findPeople,
    kind: { singular: 'person', plural: 'people' },
  })
  async function resolve(): Promise<Picked | undefined> {
    const pickers = [type, stream, by]
    const meanings = await Promise.all(pickers.map((picker) => picker.resolve()))
    const unclear = pickers.find((_, place) => meanings[place] === undefined)
    unclear?.input.current?.focus()
    const [ofType, ofStream, ofPerson] = meanings.map((meaning) => meaning?.value)
    return unclear ? undefined : { type: ofType, stream: ofStream, by: ofPerson }
  }
  return { type, stream, by, resolve }
}
