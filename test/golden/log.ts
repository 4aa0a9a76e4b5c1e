import { eventCodec } from '#core/event-store/codec/codec.ts'
import { allOf } from '#core/event-store/codec/recorded-events.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { subjectsToUnseal } from '#core/event-store/codec/sealed-event.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { erasedPersons, goldenKeys, goldenNames, readGolden, type GoldenName } from './golden-files.ts'

/** All golden events as stored, in the order of their positions. */
export async function storedLog(): Promise<RecordedEvent[]> {
  const names = await goldenNames('events')
  const stored = await Promise.all(names.map(({ name }) => readGolden('events', name)))
  return stored.toSorted((a, b) => a.position - b.position)
}

/** The same log as this version of the shop decodes it; `erased` are persons whose keys are destroyed. */
export async function goldenLog(erased: readonly string[] = []): Promise<RecordedEvent[]> {
  const codec = eventCodec({ definitions: eventDefinitions, personalData: await goldenKeys(erased) })
  return allOf(await codec.decode(await storedLog()))
}

type Placed = Pick<RecordedEvent, 'position' | 'at' | 'id' | 'stream' | 'revision'>

/**
 * What prevents these events, in the order of their positions, from being one log; `undefined` if nothing does. An event
 * that was copied from another one must differ from it in these fields.
 */
export function faultOfLog(events: readonly Placed[]): string | undefined {
  const ids = new Set<string>()
  const next = new Map<string, number>()
  for (const [index, { position, at, id, stream, revision }] of events.entries()) {
    const before = events[index - 1]
    const expected = next.get(stream) ?? 0
    if (position !== index + 1) return `the position after ${index} is ${index + 1}, not ${position}`
    if (before !== undefined && at < before.at)
      return `the event at position ${position} has the time (at) ${at}, which is before that of the event before it, ${before.at}`
    if (ids.has(id)) return `the event at position ${position} has the id of an earlier event, ${id}`
    if (revision !== expected)
      return `the event at position ${position} has the revision ${revision} of ${stream}, whose next revision is ${expected}`
    ids.add(id)
    next.set(stream, revision + 1)
  }
  return undefined
}

/** The golden events with data encrypted with a key of `erasedPersons`. */
export async function erasedGoldenNames(): Promise<GoldenName[]> {
  const names = await goldenNames('events')
  const isErased = await Promise.all(
    names.map(async ({ name }) =>
      subjectsToUnseal(await readGolden('events', name)).some((person) => erasedPersons.includes(person)),
    ),
  )
  return names.filter((_, i) => isErased[i])
}

/** A golden event as this version of the shop decodes it once the keys of `erasedPersons` are destroyed. */
export async function readErased(name: string): Promise<RecordedEvent | undefined> {
  const codec = eventCodec({ definitions: eventDefinitions, personalData: await goldenKeys(erasedPersons) })
  return allOf(await codec.decode([await readGolden('events', name)]))[0]
}
