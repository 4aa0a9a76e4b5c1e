import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestActor, systemActor, type Actor } from '#core/domain/actor.ts'
import { eventCodec, withCodec } from '#core/event-store/codec/codec.ts'
import type { CodecDefinitions } from '#core/event-store/event-definition.ts'
import { UndecodableEvent, type EventStore, type JsonObject, type NewEvent } from '#core/event-store/event-store.ts'
import { newId } from '#core/domain/ids.ts'
import { openPersonalData, type PersonalData } from '#core/personal-data/personal-data.ts'
import { personalDataMigrations } from '#core/personal-data/personal-keys.ts'
import {
  asha,
  eventOf,
  newStream,
  openPostgresStores,
  type PostgresStores,
} from '#test/support/event-store/event-stores.ts'

const subject = (data: JsonObject) => (typeof data['guest'] === 'string' ? data['guest'] : undefined)

/** A visit, in its third version: the first had a single `name`, the second no `address`. */
const definitions = {
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
const firstDefinitions = {
  VisitBooked: {
    version: 1,
    schema: Type.Object({ guest: Type.String(), room: Type.Integer(), name: Type.String() }),
    personal: { fields: ['name'], subject },
  },
} satisfies CodecDefinitions

const masterKey = randomBytes(32)
const admin: Actor = { id: 'account-admin', name: 'Vikram Nair', role: 'ADMIN' }

describe('the codec', () => {
  let stores: PostgresStores
  let engine: EventStore
  let personalData: PersonalData
  let store: EventStore

  beforeAll(async () => {
    stores = await openPostgresStores(personalDataMigrations)
    engine = stores.store
    personalData = openPersonalData({ db: stores.database.db, masterKey })
    store = withCodec(engine, eventCodec({ definitions, personalData }))
  })

  afterAll(() => stores.dispose())

  async function appended(...events: NewEvent[]): Promise<string> {
    const stream = newStream()
    await store.append(stream, 'no-stream', events)
    return stream
  }

  const dataOf = async (stream: string, from = store) => (await from.readStream(stream)).map(({ data }) => data)
  const namesIn = async (stream: string) => (await store.readStream(stream)).map(({ metadata }) => metadata.by.name)

  async function rawTextOf(stream: string): Promise<string> {
    const text = 'select events::text as raw from events where stream = $1'
    const { rows } = await stores.database.pool.query(text, [stream])
    return JSON.stringify(rows)
  }

  describe('when encoding', () => {
    test('records the version of the schema', async () => {
      const stream = await appended(booked(), eventOf('VisitEnded'))
      const recorded = await engine.readStream(stream)
      expect(recorded.map(({ metadata }) => metadata.schemaVersion)).toEqual([3, 1])
    })

    test.each([
      ['an event of an undefined type', eventOf('VisitDreamt')],
      ['an event named like a member of every object', eventOf('constructor')],
      ['data that does not fit the schema', eventOf('VisitBooked', { guest: 'g', room: 'Meera Kulkarni' })],
      ['personal data without a subject', eventOf('VisitBooked', {})],
    ])('refuses %s as a programming error', async (_, event) => {
      await expect(appended(event)).rejects.toThrow(TypeError)
      await expect(appended(event)).rejects.not.toThrow(/Meera/)
    })

    test('refuses text that cannot be stored, even if it would be encrypted', async () => {
      const refusal = { code: 'invalid', errors: [{ field: 'address.city' }] }
      await expect(appended(booked({ address: { city: 'a\0', zipCode: '440001' } }))).rejects.toMatchObject(refusal)
    })

    test('refuses an event about or by an erased person', async () => {
      const gone = newId()
      await personalData.eraseKey(gone)
      await expect(appended(booked({ guest: gone }))).rejects.toMatchObject({ code: 'conflict' })
      await expect(appended(booked({}, { ...asha, id: gone }))).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  describe('with personal data', () => {
    test('stores none of it in plain text, and reads it back unchanged', async () => {
      const guest = newId()
      const events = [
        booked({ companions: ['Ravi Joshi', 'Sunita'] }),
        booked({}, admin),
        booked({ guest }, { ...asha, id: guest }),
      ]
      const stream = await appended(...events)
      expect(await dataOf(stream)).toEqual(events.map(({ data }) => data))
      expect(await namesIn(stream)).toEqual(['Asha Rao', 'Vikram Nair', 'Asha Rao'])
      const raw = await rawTextOf(stream)
      const secrets = ['Meera', 'Kulkarni', 'Nagpur', '440001', 'Ravi Joshi', 'Sunita', 'Asha', 'Vikram']
      expect(secrets.filter((secret) => raw.includes(secret))).toEqual([])
    })

    test('leaves the names of the shop itself and of guests in plain text', async () => {
      const stream = await appended(
        withActor(eventOf('VisitEnded'), systemActor),
        withActor(eventOf('VisitEnded'), guestActor),
      )
      const recorded = await engine.readStream(stream)
      expect(recorded.map(({ metadata }) => metadata.by)).toEqual([systemActor, guestActor])
      expect(await namesIn(stream)).toEqual([systemActor.name, guestActor.name])
    })

    test.each(['enc:1:account-asha:AAAA', 'enc:data', '$sealed', '[erased]', 'enc:', 'enc:1::'])(
      'returns text that looks like %s unchanged',
      async (lookalike) => {
        const event = booked(
          { firstName: lookalike, companions: [lookalike], remark: lookalike },
          { ...asha, name: lookalike },
        )
        const own = withActor(booked(), { ...asha, id: lookalike, name: lookalike })
        const stream = await appended(event, { ...own, data: { ...own.data, guest: lookalike } })
        expect(await dataOf(stream)).toEqual([event.data, { ...own.data, guest: lookalike }])
        expect(await namesIn(stream)).toEqual([lookalike, lookalike])
      },
    )

    test('is refused in a field that the schema lacks, as nothing would encrypt it', async () => {
      const forgotten = (data: JsonObject) => store.append(newStream(), 'no-stream', [booked(data)])
      await expect(forgotten({ taxNumber: 'AAAPL1234C' })).rejects.toThrow(
        /does not fit its schema: \/taxNumber is not part of it/,
      )
      const { address } = booked().data
      const nested = forgotten({ address: { ...Object(address), landmark: 'Opposite the temple' } })
      await expect(nested).rejects.toThrow(/\/address\/landmark is not part of it/)
      await expect(nested).rejects.not.toThrow(/temple/)
    })

    test('leaves data without any unchanged', async () => {
      const loose = {
        Noted: { version: 1, schema: Type.Object({ guest: Type.String() }), personal: { fields: [], subject } },
      }
      const codec = eventCodec({ definitions: loose, personalData })
      const event = eventOf('Noted', { guest: 'g' })
      expect((await codec.encode([event]))[0]?.data).toEqual(event.data)
      const stream = await appended(booked({ companions: [] }))
      expect((await dataOf(stream))[0]).toMatchObject({ companions: [] })
    })

    test('reads as [erased] once the person is erased, even if that violates the schema; other data stays', async () => {
      const meera = newId()
      const other = booked()
      const stream = await appended(booked({ guest: meera }), booked({ guest: meera }, { ...asha, id: meera }), other)
      await personalData.eraseKey(meera)
      const erased = { guest: meera, room: 12, firstName: '[erased]', lastName: '[erased]' }
      const address = { city: '[erased]', zipCode: '[erased]' }
      expect(await dataOf(stream)).toEqual([{ ...erased, address }, { ...erased, address }, other.data])
      expect(await namesIn(stream)).toEqual(['Asha Rao', '[erased]', 'Asha Rao'])
    })

    test('is unreadable, not erased, under another master key', async () => {
      const stream = await appended(booked())
      const locked = openPersonalData({ db: stores.database.db, masterKey: randomBytes(32) })
      const reading = withCodec(engine, eventCodec({ definitions, personalData: locked })).readStream(stream)
      await expect(reading).rejects.toThrow(UndecodableEvent)
      await expect(reading).rejects.toThrow(/unreadable/)
      await expect(reading).rejects.not.toThrow(/erased/)
    })

    test('is unreadable if it was tampered with', async () => {
      const stream = newStream()
      const sealed = { paths: [['firstName']], text: `enc:1:${asha.id}:AAAA` }
      for (const [i, forged] of [sealed, { ...sealed, text: 'Meera' }, 'nothing'].entries()) {
        await engine.append(`${stream}-${i}`, 'no-stream', [eventOf('VisitEnded', { $sealed: forged })])
        await expect(store.readStream(`${stream}-${i}`)).rejects.toThrow(/unreadable/)
      }
    })
  })

  describe('when decoding', () => {
    test('upcasts what older versions of the shop have written, including personal data', async () => {
      const first = withCodec(engine, eventCodec({ definitions: firstDefinitions, personalData }))
      const stream = newStream()
      const guest = newId()
      await first.append(stream, 'no-stream', [eventOf('VisitBooked', { guest, room: 7, name: 'Meera Kulkarni' })])
      const address = { city: 'Pune', zipCode: '411001' }
      const upcasted = { guest, room: 7, firstName: 'Meera', lastName: 'Kulkarni', address }
      expect(await dataOf(stream)).toEqual([upcasted])
      await personalData.eraseKey(guest)
      expect(await dataOf(stream)).toEqual([{ ...upcasted, firstName: '[erased]', lastName: '[erased]' }])
    })

    test.each([
      [1, { guest: 'g', room: 7, name: 'Meera Kulkarni' }],
      [2, { guest: 'g', room: 7, firstName: 'Meera', lastName: 'Kulkarni' }],
      [
        3,
        { guest: 'g', room: 7, firstName: 'Meera', lastName: 'Kulkarni', address: { city: 'Pune', zipCode: '411001' } },
      ],
    ])('reads the JSON of version %i', async (schemaVersion, golden) => {
      const stream = newStream()
      const event = eventOf('VisitBooked', golden)
      await engine.append(stream, 'no-stream', [{ ...event, metadata: { ...event.metadata, schemaVersion } }])
      const address = { city: 'Pune', zipCode: '411001' }
      expect(await dataOf(stream)).toEqual([{ guest: 'g', room: 7, firstName: 'Meera', lastName: 'Kulkarni', address }])
    })

    test.each([
      ['of an unknown type', eventOf('VisitDreamt'), /does not know its type/],
      ['with a newer schema', newer(eventOf('VisitEnded')), /newer version of the shop/],
      ['that does not fit its schema', newer(eventOf('VisitBooked', { room: 'x' })), /does not fit its schema/],
    ])('returns the events before an event %s, then stops there', async (_, bad, reason) => {
      const after = await engine.head()
      const stream = newStream()
      await store.append(stream, 'no-stream', [booked(), eventOf('VisitEnded')])
      await engine.append(stream, 1, [bad])
      await store.append(stream, 2, [eventOf('VisitEnded')])
      const page = await store.readAll(after, { limit: 100 })
      expect(page.events.map(({ type }) => type)).toEqual(['VisitBooked', 'VisitEnded'])
      expect(page.position).toBe(page.events[1]?.position)
      const stopped = store.readAll(page.position, { limit: 100 })
      await expect(stopped).rejects.toThrow(UndecodableEvent)
      await expect(stopped).rejects.toThrow(reason)
      await expect(stopped).rejects.toMatchObject({ event: { stream, revision: 2, type: bad.type, id: bad.id } })
      await expect(store.readStream(stream)).rejects.toThrow(reason)
    })

    test('does not decode types that were not requested', async () => {
      const after = await engine.head()
      const stream = newStream()
      await engine.append(stream, 'no-stream', [eventOf('VisitDreamt')])
      await store.append(stream, 0, [eventOf('VisitEnded')])
      const page = await store.readAll(after, { limit: 100, types: ['VisitEnded'] })
      expect(page).toMatchObject({ events: [{ revision: 1 }], position: await engine.head() })
    })
  })

  describe('refuses definitions that contradict themselves', () => {
    const Named = Type.Object({ name: Type.String() })

    test.each<[string, CodecDefinitions[string], RegExp]>([
      ['no version', { version: 0, schema: Named }, /no valid version/],
      ['a gap between versions', { version: 3, schema: Named, upcast: { 2: (data) => data } }, /from version 1 to 2/],
      [
        'a personal field that the schema lacks',
        { version: 1, schema: Named, personal: { fields: ['nmae'], subject } },
        /nmae/,
      ],
      ["the store's own field", { version: 1, schema: Type.Object({ $sealed: Type.String() }) }, /\$sealed/],
    ])('%s', (_, definition, reason) => {
      expect(() => eventCodec({ definitions: { Odd: definition }, personalData })).toThrow(reason)
    })

    test('a personal field that is a number, whose erased value would look like a real one', async () => {
      const Aged = { version: 1, schema: Type.Object({ age: Type.Integer() }), personal: { fields: ['age'], subject } }
      const codec = eventCodec({ definitions: { Aged }, personalData })
      await expect(codec.encode([eventOf('Aged', { age: 42 })])).rejects.toThrow(/must be text, but age is not/)
    })
  })
})

function booked(changes: JsonObject = {}, by: Actor = asha): NewEvent {
  const address = { city: 'Nagpur', zipCode: '440001' }
  const data = { guest: newId(), room: 12, firstName: 'Meera', lastName: 'Kulkarni', address, ...changes }
  return withActor(eventOf('VisitBooked', data), by)
}

function newer(event: NewEvent): NewEvent {
  return { ...event, metadata: { ...event.metadata, schemaVersion: event.type === 'VisitEnded' ? 2 : 3 } }
}

function withActor(event: NewEvent, by: Actor): NewEvent {
  return { ...event, metadata: { ...event.metadata, by } }
}
