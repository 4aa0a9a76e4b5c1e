import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { remedyOf } from '#core/errors.ts'
import { copyRecordIn, copyRecordMigrations } from '#core/event-store/copy/copy-record.ts'
import type { CopyTarget } from '#core/event-store/copy/copy-target.ts'
import { copyEvents } from '#core/event-store/copy-events.ts'
import { openCopyTarget } from '#core/event-store/eventstoredb.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb-url.ts'
import { copyEventsCommand } from '#modules/audit/copy-ops.ts'
import { eventOf, newStream, openDoubleStores, openPostgresStores } from '#test/support/event-stores.ts'
import type { DoubleStores, PostgresStores } from '#test/support/event-stores.ts'

describe('copying the events from Postgres to a double of EventStoreDB on the wire', () => {
  let source: PostgresStores
  let target: DoubleStores
  let to: CopyTarget

  beforeEach(async () => {
    source = await openPostgresStores(copyRecordMigrations)
    target = await openDoubleStores()
    to = openCopyTarget({ settings: readEventStoreDbUrl('--to', target.double.url) })
    const streams = [newStream(), newStream(), newStream()]
    for (let i = 0; i < 60; i++) {
      const stream = streams[i % 5 === 0 ? 0 : (i % 2) + 1] ?? ''
      await source.store.append(stream, 'any', [eventOf('Counted', { z: i, a: [i] }), eventOf('Noted', { i })])
    }
  })

  afterEach(async () => {
    await to.store.close()
    await source.dispose()
    await target.dispose()
  })

  const copy = (signal = new AbortController().signal, into: CopyTarget = to) =>
    copyEvents({
      from: source.store,
      to: into,
      record: copyRecordIn(source.database.db, 'a target'),
      signal,
      onProgress: () => undefined,
    })

  /** `ops copy-events` to its end, comparison included: what it reports. */
  async function command(): Promise<{ isEqual: boolean; events: number; copied: number; different: string[] }> {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const terminal = openTerminal({ isJson: true, stdout: { write }, stderr: { write: () => undefined } })
    const { signal } = new AbortController()
    const { database, store: eventTables } = source
    await copyEventsCommand({ eventTables, database, eventsIn: 'database', terminal, signal }, target.double.url)
    return JSON.parse(lines.join(''))
  }

  const idsHere = async () => (await source.store.readAll(0, { limit: 1_000 })).events.map(({ id }) => id)

  /** Of the streams of this test, in the order of the log. */
  const idsThere = () =>
    target.double.log.events.filter(({ stream }) => stream.startsWith('thing-')).map(({ id }) => id)

  test('keeps order, ids, types, data, metadata and times', async () => {
    expect(await copy()).toBe(120)
    expect(idsThere()).toEqual(await idsHere())
    const [original] = (await source.store.readAll(0, { limit: 1 })).events
    const [copied] = (await target.store.readAll(0, { limit: 100 })).events
    expect(copied).toEqual({ ...original, position: copied?.position })
    expect(await command()).toMatchObject({ isEqual: true, events: 120, copied: 120 })
  })

  test('keeps the order although many appends are under way at once', async () => {
    target.double.setDelay(2)
    let [underWay, most] = [0, 0]
    const append: CopyTarget['append'] = async (...asked) => {
      most = Math.max(most, ++underWay)
      await to.append(...asked)
      underWay -= 1
    }
    await copy(undefined, { ...to, append })
    expect(most).toBeGreaterThan(30)
    expect(idsThere()).toEqual(await idsHere())
  })

  test('continues where it was interrupted, and has nothing twice after answers were lost', async () => {
    const ending = new AbortController()
    let appends = 0
    const append: CopyTarget['append'] = (...asked) => {
      appends += 1
      if (appends === 20) ending.abort()
      if (appends % 7 === 0) target.double.faults.push('lose-answer')
      return to.append(...asked)
    }
    expect(await copy(ending.signal, { ...to, append })).toBeLessThan(120)
    expect(await copy()).toBe(120)
    expect(idsThere()).toEqual(await idsHere())
    expect(await command()).toMatchObject({ isEqual: true })
  })

  test('appends nothing again that its record says is there', async () => {
    await copy()
    const before = target.double.arrivals()
    await source.store.append(newStream(), 'no-stream', [eventOf('Later')])
    expect(await copy()).toBe(121)
    expect(target.double.arrivals()).toBe(before + 1)
  })

  test.each(['without a record', 'with a record of a source that was replaced'])(
    'continues by what the target holds %s',
    async (how) => {
      await copy()
      const { db } = source.database
      if (how.startsWith('without')) await sql`delete from event_copies`.execute(db)
      else await sql`update event_copies set event_id = gen_random_uuid()`.execute(db)
      const before = target.double.arrivals()
      expect(await copy()).toBe(120)
      expect(target.double.arrivals()).toBe(before)
    },
  )

  test('starts from the beginning where the target has come back empty', async () => {
    await copy()
    const empty = await openDoubleStores()
    const other = openCopyTarget({ settings: readEventStoreDbUrl('--to', empty.double.url) })
    expect(await copy(undefined, other)).toBe(120)
    expect((await other.store.readAll(0, { limit: 500 })).events.map(({ id }) => id)).toEqual(await idsHere())
    await other.store.close()
    await empty.dispose()
  })

  test('takes neighbours apart that are too large for one append', async () => {
    const stream = newStream()
    const text = 'ä'.repeat(200_000)
    for (let i = 0; i < 5; i++) await source.store.append(stream, 'any', [eventOf('Noted', { text })])
    expect(await copy()).toBe(125)
    expect(await command()).toMatchObject({ isEqual: true })
  })

  test('passes over what other applications write to the target, before, amid and after it', async () => {
    await target.store.append('invoice-1', 'no-stream', [eventOf('Foreign')])
    await copy()
    await target.store.append('invoice-1', 0, [eventOf('Foreign')])
    await source.store.append(newStream(), 'no-stream', [eventOf('Later')])
    expect(await command()).toMatchObject({ isEqual: true, events: 121, copied: 121 })
    await target.store.append('invoice-2', 'no-stream', [eventOf('Foreign')])
    expect(await command()).toMatchObject({ isEqual: true, events: 121, copied: 121 })
  })

  test('names the stream, the revision and both events where the target holds another one in its place', async () => {
    const [first] = (await source.store.readAll(0, { limit: 1 })).events
    if (first === undefined) throw new Error('nothing to copy')
    const other = eventOf('Foreign')
    await target.store.append(first.stream, 'no-stream', [other])
    await expect(copy()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(
        `revision 0 of stream ${first.stream} is event ${other.id} there, and event ${first.id} here`,
      ),
    })
  })

  test('names the stream where one of the shop’s own stands in the way later on', async () => {
    for (let i = 0; i < 12; i++)
      await source.store.append(
        newStream(),
        'no-stream',
        Array.from({ length: 40 }, () => eventOf('Noted')),
      )
    const { events } = await source.store.readAll(0, { limit: 1_000 })
    const late = events.findLast(({ revision }) => revision === 0)
    if (late === undefined) throw new Error('nothing to copy')
    const other = eventOf('Foreign')
    await target.store.append(late.stream, 'no-stream', [other])
    await expect(copy()).rejects.toThrow(`revision 0 of stream ${late.stream} is event ${other.id} there`)
  })

  test('reports a stream of the shop’s categories that only the target has', async () => {
    await copy()
    const stream = newStream()
    await target.store.append(stream, 'no-stream', [eventOf('More')])
    expect(await command()).toMatchObject({ isEqual: false, different: [stream] })
  })

  test('says whose account it is that EventStoreDB refuses', async () => {
    target.double.setRefusing(true)
    const error = await command().catch((thrown: unknown) => thrown)
    expect(remedyOf(error)?.message).toBe('EventStoreDB refuses the account of --to')
  })
})
