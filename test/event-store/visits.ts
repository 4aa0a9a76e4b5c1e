import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Actor } from '#core/domain/actor.ts'
import { newId } from '#core/domain/ids.ts'
import { eventCodec, withCodec } from '#core/event-store/codec/codec.ts'
import type { CodecDefinitions } from '#core/event-store/event-definition.ts'
import type { JsonObject, NewEvent } from '#core/event-store/event-store.ts'
import { openPersonalData } from '#core/personal-data/personal-data.ts'
import { personalDataMigrations } from '#core/personal-data/personal-keys.ts'
import { asha, eventOf, newStream, openPostgresStores } from '#test/support/event-store/event-stores.ts'

export const subject = (data: JsonObject) => (typeof data['guest'] === 'string' ? data['guest'] : undefined)

/** A visit, in its third version: the first had a single `name`, the second no `address`. */
export const definitions = {
  VisitBooked: {
    version: 3,
    schema: Type.Object({
      guest: Type.String(),
      room: Type.Integer(),
      firstName: Type.String({ minLength: 1 }),
      lastName: Type.String(),
      address: Type.Object({ city: Type.String(), zipCode: Type.String({ pattern: '^[0-9]{6}$' }) }),
      companions: Type.Optional(Type.Array(Type.String())),
      remark: Type.Optional(Type.String()),
    }),
    personal: { fields: ['firstName', 'lastName', 'address', 'companions'], subject },
    upcast: {
      1: ({ name, ...data }) => {
        const [firstName = '', lastName = firstName] = typeof name === 'string' ? name.split(' ') : []
        return { ...data, firstName, lastName }
      },
      2: (data) => ({ ...data, address: { city: 'Pune', zipCode: '411001' } }),
    },
  },
  VisitEnded: { version: 1, schema: Type.Object({}) },
} satisfies CodecDefinitions

/** The definition in the first version of the shop. */
export const firstDefinitions = {
  VisitBooked: {
    version: 1,
    schema: Type.Object({ guest: Type.String(), room: Type.Integer(), name: Type.String() }),
    personal: { fields: ['name'], subject },
  },
} satisfies CodecDefinitions

/** A store in Postgres, as `engine` without the codec of the visits and as `store` with it. */
export async function openVisits() {
  const stores = await openPostgresStores(personalDataMigrations)
  const { store: engine, database } = stores
  const personalData = openPersonalData({ db: database.db, masterKey: randomBytes(32) })
  const store = withCodec(engine, eventCodec({ definitions, personalData }))

  async function appended(...events: NewEvent[]): Promise<string> {
    const stream = newStream()
    await store.append(stream, 'no-stream', events)
    return stream
  }

  const dataOf = async (stream: string) => (await store.readStream(stream)).map(({ data }) => data)
  return { engine, store, database, personalData, appended, dataOf, dispose: () => stores.dispose() }
}

export type Visits = Awaited<ReturnType<typeof openVisits>>

export function booked(changes: JsonObject = {}, by: Actor = asha): NewEvent {
  const address = { city: 'Nagpur', zipCode: '440001' }
  const data = { guest: newId(), room: 12, firstName: 'Meera', lastName: 'Kulkarni', address, ...changes }
  return withActor(eventOf('VisitBooked', data), by)
}

export function withActor(event: NewEvent, by: Actor): NewEvent {
  return { ...event, metadata: { ...event.metadata, by } }
}
