import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestActor, systemActor, type Actor } from '#core/domain/actor.ts'
import { newId } from '#core/domain/ids.ts'
import { eventCodec, withCodec } from '#core/event-store/codec/codec.ts'
import { UndecodableEvent, type JsonObject } from '#core/event-store/event-store.ts'
import { openPersonalData } from '#core/personal-data/personal-data.ts'
import { asha, eventOf, newStream } from '#test/support/event-store/event-stores.ts'
import { booked, definitions, openVisits, subject, withActor, type Visits } from './visits.ts'

const admin: Actor = { id: 'account-admin', name: 'Vikram Nair', role: 'ADMIN' }

let visits: Visits

beforeAll(async () => {
  visits = await openVisits()
})
afterAll(() => visits.dispose())

const book = (data: JsonObject) => visits.store.append(newStream(), 'no-stream', [booked(data)])
const namesIn = async (stream: string) =>
  (await visits.store.readStream(stream)).map(({ metadata }) => metadata.by.name)

async function rawTextOf(stream: string): Promise<string> {
  const text = 'select events::text as raw from events where stream = $1'
  const { rows } = await visits.database.pool.query(text, [stream])
  return JSON.stringify(rows)
}

describe('the codec, with personal data,', () => {
  test('stores none of it in plain text, and reads it back unchanged', async () => {
    const guest = newId()
    const events = [
      booked({ companions: ['Ravi Joshi', 'Sunita'] }),
      booked({}, admin),
      booked({ guest }, { ...asha, id: guest }),
    ]
    const stream = await visits.appended(...events)
    expect(await visits.dataOf(stream)).toEqual(events.map(({ data }) => data))
    expect(await namesIn(stream)).toEqual(['Asha Rao', 'Vikram Nair', 'Asha Rao'])
    const raw = await rawTextOf(stream)
    const secrets = ['Meera', 'Kulkarni', 'Nagpur', '440001', 'Ravi Joshi', 'Sunita', 'Asha', 'Vikram']
    expect(secrets.filter((secret) => raw.includes(secret))).toEqual([])
  })

  test('leaves the names of the shop itself and of guests in plain text', async () => {
    const stream = await visits.appended(
      withActor(eventOf('VisitEnded'), systemActor),
      withActor(eventOf('VisitEnded'), guestActor),
    )
    const recorded = await visits.engine.readStream(stream)
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
      const stream = await visits.appended(event, { ...own, data: { ...own.data, guest: lookalike } })
      expect(await visits.dataOf(stream)).toEqual([event.data, { ...own.data, guest: lookalike }])
      expect(await namesIn(stream)).toEqual([lookalike, lookalike])
    },
  )

  test('is refused in a field that the schema lacks, as nothing would encrypt it', async () => {
    await expect(book({ taxNumber: 'AAAPL1234C' })).rejects.toThrow(
      /does not fit its schema: \/taxNumber is not part of it/,
    )
    const { address } = booked().data
    const nested = book({ address: { ...Object(address), landmark: 'Opposite the temple' } })
    await expect(nested).rejects.toThrow(/\/address\/landmark is not part of it/)
    await expect(nested).rejects.not.toThrow(/temple/)
  })

  test('leaves data without any unchanged', async () => {
    const loose = {
      Noted: { version: 1, schema: Type.Object({ guest: Type.String() }), personal: { fields: [], subject } },
    }
    const codec = eventCodec({ definitions: loose, personalData: visits.personalData })
    const event = eventOf('Noted', { guest: 'g' })
    expect((await codec.encode([event]))[0]?.data).toEqual(event.data)
    const stream = await visits.appended(booked({ companions: [] }))
    expect((await visits.dataOf(stream))[0]).toMatchObject({ companions: [] })
  })

  test('reads as [erased] once the person is erased, even if that violates the schema; other data stays', async () => {
    const meera = newId()
    const other = booked()
    const stream = await visits.appended(
      booked({ guest: meera }),
      booked({ guest: meera }, { ...asha, id: meera }),
      other,
    )
    await visits.personalData.eraseKey(meera)
    const erased = { guest: meera, room: 12, firstName: '[erased]', lastName: '[erased]' }
    const address = { city: '[erased]', zipCode: '[erased]' }
    expect(await visits.dataOf(stream)).toEqual([{ ...erased, address }, { ...erased, address }, other.data])
    expect(await namesIn(stream)).toEqual(['Asha Rao', '[erased]', 'Asha Rao'])
  })

  test('is unreadable, not erased, under another master key', async () => {
    const stream = await visits.appended(booked())
    const locked = openPersonalData({ db: visits.database.db, masterKey: randomBytes(32) })
    const reading = withCodec(visits.engine, eventCodec({ definitions, personalData: locked })).readStream(stream)
    await expect(reading).rejects.toThrow(UndecodableEvent)
    await expect(reading).rejects.toThrow(/unreadable/)
    await expect(reading).rejects.not.toThrow(/erased/)
  })

  test('is unreadable if it was tampered with', async () => {
    const stream = newStream()
    const sealed = { paths: [['firstName']], text: `enc:1:${asha.id}:AAAA` }
    for (const [i, forged] of [sealed, { ...sealed, text: 'Meera' }, 'nothing'].entries()) {
      await visits.engine.append(`${stream}-${i}`, 'no-stream', [eventOf('VisitEnded', { $sealed: forged })])
      await expect(visits.store.readStream(`${stream}-${i}`)).rejects.toThrow(/unreadable/)
    }
  })
})
