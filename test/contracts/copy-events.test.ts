import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { EngineUnavailable, remedyOf } from '#core/domain/errors.ts'
import { copyRecordIn, copyRecordMigrations } from '#core/event-store/copy/copy-record.ts'
import type { CopyTarget } from '#core/event-store/copy/copy-target.ts'
import { copyEvents } from '#core/event-store/copy/copy-events.ts'
import { StreamConflict } from '#core/event-store/event-store.ts'
import { openCopyTarget } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import type { ExactAppend } from '#core/event-store/codec/prepared-append.ts'
import { newId } from '#core/domain/ids.ts'
import { copyEventsCommand } from '#modules/operations/ops/copy-events.ts'
import { eventOf, newStream, openDoubleStores, openPostgresStores } from '#test/support/event-store/event-stores.ts'
import type { DoubleStores, PostgresStores } from '#test/support/event-store/event-stores.ts'

describe('copying the events from Postgres to a wire-level double of EventStoreDB', () => {
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

  const ownership = { shopId: newId(), database: '1/1' }
  const identity = { claim: () => Promise.resolve(ownership) }
  const shops = { has: ({ stream }: { stream: string }) => stream.startsWith('thing-'), types: undefined }

  /** The target, with `look` wrapped around each call. */
  function watchedTarget(look: (...asked: [readonly unknown[], () => Promise<void>]) => Promise<void>): CopyTarget {
    return {
      ...to,
      inOrder() {
        const append = to.inOrder()
        return (appends) => look(appends, () => append(appends))
      },
    }
  }

  /** Runs `ops copy-events` to its end, comparison included; resolves to its report. */
  async function command(): Promise<{ isEqual: boolean; events: number; copied: number; different: string[] }> {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const terminal = openTerminal({ isJson: true, stdout: { write }, stderr: { write: () => undefined } })
    const { signal } = new AbortController()
    const { database, store: eventTables } = source
    const deps = { eventTables, database, eventsIn: 'database', identity, shops, terminal, signal } as const
    await copyEventsCommand(deps, target.double.url)
    return JSON.parse(lines.join(''))
  }

  const idsHere = async () => (await source.store.readAll(0, { limit: 1_000 })).events.map(({ id }) => id)

  /** The ids in this test's streams, in log order. */
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

  test('keeps the order with many appends in flight', async () => {
    target.double.setDelay(2)
    let [underWay, most] = [0, 0]
    const watched = watchedTarget(async (appends, append) => {
      underWay += appends.length
      most = Math.max(most, underWay)
      await append()
      underWay -= appends.length
    })
    await copy(undefined, watched)
    expect(most).toBeGreaterThan(30)
    expect(idsThere()).toEqual(await idsHere())
  })

  test('resumes after an interruption, and duplicates nothing when answers are lost', async () => {
    const more = Array.from({ length: 600 }, () => source.store.append(newStream(), 'no-stream', [eventOf('Later')]))
    await Promise.all(more)
    const ending = new AbortController()
    let calls = 0
    const losing = watchedTarget((_, append) => {
      calls += 1
      if (calls === 12) ending.abort()
      if (calls % 4 === 0) target.double.faults.push('lose-answer')
      return append()
    })
    expect(await copy(ending.signal, losing)).toBeLessThan(720)
    expect(await copy()).toBe(720)
    expect(calls).toBeGreaterThanOrEqual(12)
    expect(idsThere()).toEqual(await idsHere())
    expect(await command()).toMatchObject({ isEqual: true })
  })

  test('copies into a server whose clock is an hour ahead', async () => {
    target.double.setClockAhead(3_600_000)
    expect(await copy()).toBe(120)
    expect(idsThere()).toEqual(await idsHere())
  })

  test.each([
    ['conflicts', StreamConflict, '{}'],
    ['is refused', EngineUnavailable, `"${'x'.repeat(1_100_000)}"`],
  ])('writes nothing that is sent after an append that %s', async (_, refusal, data) => {
    const [held, later] = [newStream(), newStream()]
    await target.store.append(held, 'no-stream', [eventOf('Foreign')])
    const append = to.inOrder()
    await append([appendOf(newStream())])
    await expect(append([appendOf(held, data)])).rejects.toBeInstanceOf(refusal)
    await expect(append([appendOf(later)])).rejects.toBeInstanceOf(EngineUnavailable)
    expect(target.double.log.events.map(({ stream }) => stream)).not.toContain(later)
    await expect(to.inOrder()([appendOf(later)])).resolves.toBeUndefined()
  })

  test('fails no append of another client when a target disconnects', async () => {
    const other = await openDoubleStores()
    const elsewhere = openCopyTarget({ settings: readEventStoreDbUrl('--to', other.double.url) })
    await appendTo(to)
    await appendTo(elsewhere)
    target.double.setSilent(true)
    other.double.setDelay(300)
    const [lost, kept] = [appendTo(to), appendTo(elsewhere)]
    lost.catch(() => undefined)
    target.double.kill()
    await expect(lost).rejects.toThrow(EngineUnavailable)
    await expect(kept).resolves.toBeUndefined()
    await elsewhere.store.close()
    await other.dispose()
  })

  test('does not append again what its record lists as copied', async () => {
    await copy()
    const before = target.double.arrivals()
    await source.store.append(newStream(), 'no-stream', [eventOf('Later')])
    expect(await copy()).toBe(121)
    expect(target.double.arrivals()).toBe(before + 1)
  })

  test.each(['without a record', 'with a record of a source that was replaced'])(
    'resumes from what the target holds, %s',
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

  test('starts from the beginning when the target comes back empty', async () => {
    await copy()
    const empty = await openDoubleStores()
    const other = openCopyTarget({ settings: readEventStoreDbUrl('--to', empty.double.url) })
    expect(await copy(undefined, other)).toBe(120)
    expect((await other.store.readAll(0, { limit: 500 })).events.map(({ id }) => id)).toEqual(await idsHere())
    await other.store.close()
    await empty.dispose()
  })

  test('splits neighbouring events that are too large for one append', async () => {
    const stream = newStream()
    const text = 'ä'.repeat(200_000)
    for (let i = 0; i < 5; i++) await source.store.append(stream, 'any', [eventOf('Noted', { text })])
    expect(await copy()).toBe(125)
    expect(await command()).toMatchObject({ isEqual: true })
  })

  test('skips what other applications write to the target before, during and after the copy', async () => {
    await target.store.append('invoice-1', 'no-stream', [eventOf('Foreign')])
    await copy()
    await target.store.append('invoice-1', 0, [eventOf('Foreign')])
    await source.store.append(newStream(), 'no-stream', [eventOf('Later')])
    expect(await command()).toMatchObject({ isEqual: true, events: 121, copied: 121 })
    await target.store.append('invoice-2', 'no-stream', [eventOf('Foreign')])
    const beforeRevision = { ...eventOf('$metadata'), contentType: 'application/json', metadata: new Uint8Array() }
    target.double.log.append('$$invoice-1', 'any', [{ ...beforeRevision, data: Buffer.from('{"$tb":1}') }])
    target.double.log.scavenge()
    expect(await command()).toMatchObject({ isEqual: true, events: 121, copied: 121 })
  })

  test('names the stream, the revision and both events if the target holds a different event', async () => {
    const [first] = (await source.store.readAll(0, { limit: 1 })).events
    if (first === undefined) throw new Error('nothing to copy')
    const other = eventOf('Foreign')
    await target.store.append(first.stream, 'no-stream', [other])
    await expect(copy()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(
        `revision 0 of stream ${first.stream} is event ${other.id} in the target, and event ${first.id} in the source`,
      ),
    })
  })

  test('names the stream if a different event in a later stream blocks the copy', async () => {
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
    await expect(copy()).rejects.toThrow(`revision 0 of stream ${late.stream} is event ${other.id} in the target`)
  })

  test('resumes at its end once the source has grown, even in the last stream copied', async () => {
    expect(await command()).toMatchObject({ isEqual: true, events: 120 })
    const before = target.double.log.events.length
    const last = (await source.store.readAll(119, { limit: 1 })).events.at(-1)?.stream ?? ''
    await source.store.append(last, 'any', [eventOf('Counted', { z: 1, a: [1] }), eventOf('Noted', { i: 1 })])
    expect(await command()).toMatchObject({ isEqual: true, events: 122, copied: 122 })
    expect(target.double.log.events).toHaveLength(before + 2)
  })

  test('refuses a target that holds the events of a shop without an identity, and writes nothing there', async () => {
    await target.store.append('thing-of-another-shop', 'no-stream', [eventOf('Noted', { i: 1 })])
    const before = target.double.log.events.length
    await expect(command()).rejects.toThrow(/--to belongs to another shop: .*not been started with this release/)
    expect(target.double.log.events).toHaveLength(before)
  })

  test('reports a stream in the shop’s categories that only the target has', async () => {
    await copy()
    const stream = newStream()
    await target.store.append(stream, 'no-stream', [eventOf('More')])
    expect(await command()).toMatchObject({ isEqual: false, different: [stream] })
  })

  test('names the setting whose account EventStoreDB refuses', async () => {
    target.double.setRefusing(true)
    const error = await command().catch((thrown: unknown) => thrown)
    expect(remedyOf(error)?.message).toBe('EventStoreDB refuses the account of --to')
  })
})

function appendTo(target: CopyTarget): Promise<void> {
  return target.inOrder()([appendOf(newStream())])
}

/** An append of the first event of a stream. */
function appendOf(stream: string, data = '{}'): ExactAppend {
  const { id, type } = eventOf('Noted')
  return { stream, expected: 'no-stream', events: [{ id, type, data, metadata: '{}' }] }
}
