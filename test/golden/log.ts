import { eventCodec } from '#core/event-store/codec.ts'
import { allOf } from '#core/event-store/recorded-events.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { eventDefinitions } from '#modules/manifests.ts'
import { goldenKeys, goldenNames, readGolden } from './golden-files.ts'

/** All golden events as one log, in the order of their positions, as this version of the shop reads them. */
export async function goldenLog(): Promise<RecordedEvent[]> {
  const codec = eventCodec({ definitions: eventDefinitions, personalData: await goldenKeys() })
  const names = await goldenNames('events')
  const stored = await Promise.all(names.map(({ name }) => readGolden('events', name)))
  return allOf(await codec.decode(stored.toSorted((a, b) => a.position - b.position)))
}
