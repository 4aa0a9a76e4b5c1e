import type { CodecDefinitions, EventDefinition } from '../event-definition.ts'
import type { PersonalData } from '../../personal-data/personal-data.ts'
import { eventSchemas } from './event-schemas.ts'
import type { EventStore, JsonObject, NewEvent, RecordedEvent } from '../event-store.ts'
import { allOf, pageOf, readableOf, type Readable } from './recorded-events.ts'
import { seal, subjectsToSeal, subjectsToUnseal, unsealer } from './sealed-event.ts'
import { assertStorable } from './storable.ts'

export type EventCodec = {
  /**
   * Validates and encrypts the events, and stamps each with its schema version.
   * @throws TypeError for an event that does not match its definition: a programming error
   * @throws Rejection for text that cannot be stored, or that belongs to an erased person
   */
  encode(events: readonly NewEvent[]): Promise<NewEvent[]>
  /** Decrypts, upcasts and validates, in this order, up to the first event that cannot be read. */
  decode(events: readonly RecordedEvent[]): Promise<Readable>
}

/** `definitions`: those of all modules. @throws TypeError where a definition is inconsistent */
export function eventCodec(deps: {
  definitions: CodecDefinitions
  personalData: Pick<PersonalData, 'keysOf' | 'ensureKeys'>
}): EventCodec {
  const { personalData } = deps
  const schemas = eventSchemas(deps.definitions)

  function checked(event: NewEvent): { event: NewEvent; definition: EventDefinition } {
    const definition = schemas.find(event.type)
    if (definition === undefined) throw new TypeError(`no module defines the event type ${event.type}`)
    assertStorable(event.data)
    assertStorable(event.metadata.by.name, 'name')
    const flaw = schemas.flawOfNew(event.type, definition, event.data)
    if (flaw !== undefined) throw new TypeError(`${event.type} does not fit its schema: ${flaw}`)
    return { event: { ...event, metadata: { ...event.metadata, schemaVersion: definition.version } }, definition }
  }

  function upcasted(event: RecordedEvent): RecordedEvent {
    const definition = schemas.find(event.type)
    const version = event.metadata.schemaVersion
    if (definition === undefined) throw new Error('this version of the shop does not know its type')
    if (version > definition.version) throw new Error(`a newer version of the shop wrote it (schema ${version})`)
    const data = upcastTo(definition, version, event.data)
    const flaw = schemas.flawOf(event.type, definition, data)
    if (flaw !== undefined) throw new Error(`it does not fit its schema: ${flaw}`)
    return data === event.data ? event : { ...event, data }
  }

  return {
    async encode(events) {
      const all = events.map(checked)
      const keys = await personalData.ensureKeys(all.flatMap((one) => subjectsToSeal(one.event, one.definition)))
      return all.map(({ event, definition }) => seal(event, definition, keys))
    },
    async decode(events) {
      const unseal = unsealer(await personalData.keysOf(events.flatMap(subjectsToUnseal)))
      return readableOf(events, (event) => upcasted(unseal(event)))
    },
  }
}

/** The same port for plain events: `append` validates and seals them, reads unseal them. */
export function withCodec(engine: EventStore, codec: EventCodec): EventStore {
  return {
    append: async (stream, expected, events) => engine.append(stream, expected, await codec.encode(events)),

    readStream: async (stream, span) => allOf(await codec.decode(await engine.readStream(stream, span))),

    readPlaces: async (places) => allOf(await codec.decode(await engine.readPlaces(places))),

    async readAll(after, options) {
      const { events, ...covered } = await engine.readAll(after, options)
      return pageOf(await codec.decode(events), covered)
    },

    head: () => engine.head(),
    idAt: (position) => engine.idAt(position),
    lastUpTo: (position) => engine.lastUpTo(position),
    positionBefore: (count) => engine.positionBefore(count),
    subscribe: (listener) => engine.subscribe(listener),
    close: () => engine.close(),
  }
}

function upcastTo({ version, upcast }: EventDefinition, stored: number, data: JsonObject): JsonObject {
  let current = data
  for (let from = stored; from < version; from++) current = upcast?.[from]?.(current) ?? current
  return current
}
