import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { remedyOf } from '#core/errors.ts'
import { copyEvents, differing, fingerprint } from '#core/event-store/copy-events.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { copyEventsCommand } from '#modules/audit/copy-ops.ts'
import { eventOf, newStream, openDoubleStores, openPostgresStores } from '#test/support/event-stores.ts'
import type { DoubleStores, PostgresStores } from '#test/support/event-stores.ts'

describe('copying the events from Postgres to a double of EventStoreDB on the wire', () => {
  let source: PostgresStores
  let target: DoubleStores

  beforeEach(async () => {
    source = await openPostgresStores()
    target = await openDoubleStores()
    const streams = [newStream(), newStream(), newStream()]
    for (let i = 0; i < 60; i++) {
      const stream = streams[i % 5 === 0 ? 0 : (i % 2) + 1] ?? ''
      await source.store.append(stream, 'any', [eventOf('Counted', { z: i, a: [i] }), eventOf('Noted', { i })])
    }
  })

  afterEach(async () => {
    await source.dispose()
    await target.dispose()
  })

  const copy = (signal = new AbortController().signal, to: EventStore = target.store) =>
    copyEvents({ from: source.store, to, signal, onProgress: () => undefined })

  async function differences() {
    const here = await fingerprint(source.store, await source.store.head(), () => undefined)
    const there = await fingerprint(target.store, await target.store.head(), () => undefined)
    return {
      sameOrder: here.order === there.order,
      counts: [here.events, there.events],
      streams: differing(here, there),
    }
  }

  test('keeps order, ids, types, data, metadata and times', async () => {
    expect(await copy()).toBe(120)
    expect(await differences()).toEqual({ sameOrder: true, counts: [120, 120], streams: [] })
    const [original] = (await source.store.readAll(0, { limit: 1 })).events
    const [copied] = (await target.store.readAll(0, { limit: 100 })).events
    expect(copied).toEqual({ ...original, position: copied?.position })
  })

  test('goes on where it was interrupted, and has nothing twice after answers were lost', async () => {
    const ending = new AbortController()
    let appends = 0
    const counting: EventStore = {
      ...target.store,
      append: (...asked) => {
        appends += 1
        if (appends === 20) ending.abort()
        if (appends % 7 === 0) target.double.faults.push('lose-answer')
        return target.store.append(...asked)
      },
    }
    expect(await copy(ending.signal, counting)).toBeLessThan(120)
    expect((await differences()).streams).not.toEqual([])
    expect(await copy()).toBe(120)
    expect(await differences()).toEqual({ sameOrder: true, counts: [120, 120], streams: [] })
  })

  test('takes neighbours apart that are too large for one append', async () => {
    const stream = newStream()
    const text = 'ä'.repeat(200_000)
    for (let i = 0; i < 5; i++) await source.store.append(stream, 'any', [eventOf('Noted', { text })])
    expect(await copy()).toBe(125)
    expect(await differences()).toEqual({ sameOrder: true, counts: [125, 125], streams: [] })
  })

  test('refuses a store that holds events of somebody else', async () => {
    await target.store.append(newStream(), 'no-stream', [eventOf('Foreign')])
    await expect(copy()).rejects.toThrow(/other events/)
  })

  test('says whose account it is that EventStoreDB refuses', async () => {
    target.double.setRefusing(true)
    const terminal = openTerminal({ isJson: true })
    const { signal } = new AbortController()
    const needs = { eventTables: source.store, eventsIn: 'database', terminal, signal } as const
    const error = await copyEventsCommand(needs, target.double.url).catch((thrown: unknown) => thrown)
    expect(remedyOf(error)?.message).toBe('EventStoreDB refuses the account of --to')
  })

  test('tells the streams that differ', async () => {
    await copy()
    const stream = newStream()
    await target.store.append(stream, 'no-stream', [eventOf('More')])
    expect((await differences()).streams).toEqual([stream])
  })
})
