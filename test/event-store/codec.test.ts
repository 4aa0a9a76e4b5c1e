import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventCodec, withCodec } from '#core/event-store/codec/codec.ts'
import type { CodecDefinitions } from '#core/event-store/event-definition.ts'
import { UndecodableEvent, type NewEvent } from '#core/event-store/event-store.ts'
import { newId } from '#core/domain/ids.ts'
import { asha, eventOf, newStream } from '#test/support/event-store/event-stores.ts'
import { booked, firstDefinitions, openVisits, subject, type Visits } from './visits.ts'

let visits: Visits

beforeAll(async () => {
  visits = await openVisits()
})
afterAll(() => visits.dispose())

describe('the codec', () => {
  describe('when encoding', () => {
    test('records the version of the schema', async () => {
      const stream = await visits.appended(booked(), eventOf('VisitEnded'))
      const recorded = await visits.engine.readStream(stream)
      expect(recorded.map(({ metadata }) => metadata.schemaVersion)).toEqual([3, 1])
    })

    test.each([
      ['an event of an undefined type', eventOf('VisitDreamt')],
      ['an event named like a member of every object', eventOf('constructor')],
      ['data that does not fit the schema', eventOf('VisitBooked', { guest: 'g', room: 'Meera Kulkarni' })],
      ['personal data without a subject', eventOf('VisitBooked', {})],
    ])('refuses %s as a programming error', async (_, event) => {
      await expect(visits.appended(event)).rejects.toThrow(TypeError)
      await expect(visits.appended(event)).rejects.not.toThrow(/Meera/)
    })

    test('refuses text that cannot be stored, even if it would be encrypted', async () => {
      const refusal = { code: 'invalid', errors: [{ field: 'address.city' }] }
      await expect(visits.appended(booked({ address: { city: 'a\0', zipCode: '440001' } }))).rejects.toMatchObject(
        refusal,
      )
    })

    test('refuses an event about or by an erased person', async () => {
      const gone = newId()
      await visits.personalData.eraseKey(gone)
      await expect(visits.appended(booked({ guest: gone }))).rejects.toMatchObject({ code: 'conflict' })
      await expect(visits.appended(booked({}, { ...asha, id: gone }))).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  describe('when decoding', () => {
    test('upcasts what older versions of the shop have written, including personal data', async () => {
      const first = withCodec(
        visits.engine,
        eventCodec({ definitions: firstDefinitions, personalData: visits.personalData }),
      )
      const stream = newStream()
      const guest = newId()
      await first.append(stream, 'no-stream', [eventOf('VisitBooked', { guest, room: 7, name: 'Meera Kulkarni' })])
      const address = { city: 'Pune', zipCode: '411001' }
      const upcasted = { guest, room: 7, firstName: 'Meera', lastName: 'Kulkarni', address }
      expect(await visits.dataOf(stream)).toEqual([upcasted])
      await visits.personalData.eraseKey(guest)
      expect(await visits.dataOf(stream)).toEqual([{ ...upcasted, firstName: '[erased]', lastName: '[erased]' }])
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
      await visits.engine.append(stream, 'no-stream', [{ ...event, metadata: { ...event.metadata, schemaVersion } }])
      const address = { city: 'Pune', zipCode: '411001' }
      expect(await visits.dataOf(stream)).toEqual([
        { guest: 'g', room: 7, firstName: 'Meera', lastName: 'Kulkarni', address },
      ])
    })

    test.each([
      ['of an unknown type', eventOf('VisitDreamt'), /does not know its type/],
      ['with a newer schema', newer(eventOf('VisitEnded')), /newer version of the shop/],
      ['that does not fit its schema', newer(eventOf('VisitBooked', { room: 'x' })), /does not fit its schema/],
    ])('returns the events before an event %s, then stops there', async (_, bad, reason) => {
      const after = await visits.engine.head()
      const stream = newStream()
      await visits.store.append(stream, 'no-stream', [booked(), eventOf('VisitEnded')])
      await visits.engine.append(stream, 1, [bad])
      await visits.store.append(stream, 2, [eventOf('VisitEnded')])
      const page = await visits.store.readAll(after, { limit: 100 })
      expect(page.events.map(({ type }) => type)).toEqual(['VisitBooked', 'VisitEnded'])
      expect(page.position).toBe(page.events[1]?.position)
      const stopped = visits.store.readAll(page.position, { limit: 100 })
      await expect(stopped).rejects.toThrow(UndecodableEvent)
      await expect(stopped).rejects.toThrow(reason)
      await expect(stopped).rejects.toMatchObject({ event: { stream, revision: 2, type: bad.type, id: bad.id } })
      await expect(visits.store.readStream(stream)).rejects.toThrow(reason)
    })

    test('does not decode types that were not requested', async () => {
      const after = await visits.engine.head()
      const stream = newStream()
      await visits.engine.append(stream, 'no-stream', [eventOf('VisitDreamt')])
      await visits.store.append(stream, 0, [eventOf('VisitEnded')])
      const page = await visits.store.readAll(after, { limit: 100, types: ['VisitEnded'] })
      expect(page).toMatchObject({ events: [{ revision: 1 }], position: await visits.engine.head() })
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
      expect(() => eventCodec({ definitions: { Odd: definition }, personalData: visits.personalData })).toThrow(reason)
    })

    test('a personal field that is a number, whose erased value would look like a real one', async () => {
      const Aged = { version: 1, schema: Type.Object({ age: Type.Integer() }), personal: { fields: ['age'], subject } }
      const codec = eventCodec({ definitions: { Aged }, personalData: visits.personalData })
      await expect(codec.encode([eventOf('Aged', { age: 42 })])).rejects.toThrow(/must be text, but age is not/)
    })
  })
})

function newer(event: NewEvent): NewEvent {
  return { ...event, metadata: { ...event.metadata, schemaVersion: event.type === 'VisitEnded' ? 2 : 3 } }
}
