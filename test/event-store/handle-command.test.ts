import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Decider, EventOf } from '#core/domain/decider.ts'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import { eventCodec, withCodec } from '#core/event-store/codec/codec.ts'
import type { CodecDefinitions } from '#core/event-store/event-definition.ts'
import { StreamConflict, type EventStore } from '#core/event-store/event-store.ts'
import { handleCommand, readState, type CommandContext } from '#core/domain/handle-command.ts'
import { eventIdOf, newId } from '#core/domain/ids.ts'
import { openPersonalData } from '#core/personal-data/personal-data.ts'
import { personalDataMigrations } from '#core/personal-data/personal-keys.ts'
import {
  asha,
  eventOf,
  newStream,
  openPostgresStores,
  type PostgresStores,
} from '#test/support/event-store/event-stores.ts'

const definitions = {
  CoinAdded: { version: 1, schema: Type.Object({ coins: Type.Integer() }) },
  PurseFilled: { version: 1, schema: Type.Object({}) },
} satisfies CodecDefinitions

type PurseEvent = EventOf<typeof definitions>
type Purse = { coins: number; isFull: boolean }
type PurseCommand = { type: 'add'; coins: number }

/** Holds three coins; the coin that fills it yields a second event. */
const purse: Decider<Purse, PurseCommand, PurseEvent> = {
  initial: { coins: 0, isFull: false },
  evolve: (state, event) =>
    event.type === 'CoinAdded' ? { ...state, coins: state.coins + event.data.coins } : { ...state, isFull: true },
  decide({ coins }, state) {
    if (coins === 0) return []
    if (state.coins + coins > 3) throw new Rejection('conflict', 'The purse is full')
    const added = { type: 'CoinAdded', data: { coins } } as const
    return state.coins + coins === 3 ? [added, { type: 'PurseFilled', data: {} }] : [added]
  },
}

const add = (coins: number): PurseCommand => ({ type: 'add', coins })

function contextOf(commandId = newId()): CommandContext {
  return { actor: asha, correlationId: 'request-1', causationId: 'request-1', commandId }
}

describe('handling a command', () => {
  let stores: PostgresStores
  let store: EventStore

  beforeAll(async () => {
    stores = await openPostgresStores(personalDataMigrations)
    const personalData = openPersonalData({ db: stores.database.db, masterKey: Buffer.alloc(32, 7) })
    store = withCodec(stores.store, eventCodec({ definitions, personalData }))
  })

  afterAll(() => stores.dispose())

  const handle = (
    stream: string,
    coins: number,
    options: Partial<Parameters<typeof handleCommand<Purse, PurseCommand, PurseEvent>>[0]> = {},
  ) => handleCommand({ store, decider: purse, stream, command: add(coins), context: contextOf(), ...options })

  test('appends the decided events with the context, and returns the new state', async () => {
    const stream = newStream()
    const context = contextOf()
    await handle(stream, 1)
    const outcome = await handle(stream, 2, { context })
    const recorded = await store.readStream(stream)
    expect(outcome).toEqual({
      state: { coins: 3, isFull: true },
      revision: 2,
      position: recorded[2]?.position,
      events: [
        { type: 'CoinAdded', data: { coins: 2 }, id: context.commandId, revision: 1 },
        { type: 'PurseFilled', data: {}, id: eventIdOf(context.commandId, 1), revision: 2 },
      ],
    })
    expect(recorded[2]).toMatchObject({
      id: eventIdOf(context.commandId, 1),
      metadata: { correlationId: 'request-1', causationId: 'request-1', by: asha, schemaVersion: 1 },
    })
  })

  test('appends nothing if nothing changes, and returns the position of the stream', async () => {
    const stream = newStream()
    expect(await handle(stream, 0)).toEqual({ state: purse.initial, events: [], revision: -1, position: 0 })
    const { revision, position } = await handle(stream, 1)
    expect(await handle(stream, 0)).toEqual({ state: { coins: 1, isFull: false }, events: [], revision, position })
    expect(await store.readStream(stream)).toHaveLength(1)
  })

  test('passes on the rejection of the decider', async () => {
    const stream = newStream()
    await handle(stream, 3)
    await expect(handle(stream, 1)).rejects.toMatchObject({ code: 'conflict', message: 'The purse is full' })
  })

  test('appends after events at the end of the stream that readers do not see', async () => {
    const stream = newStream()
    await handle(stream, 1)
    const unseen = eventOf('CoinAdded', { coins: 1 })
    await stores.store.append(stream, 0, [unseen])
    const readStream: EventStore['readStream'] = async (...parameters) =>
      (await store.readStream(...parameters)).filter(({ id }) => id !== unseen.id)
    const outcome = await handle(stream, 1, { store: { ...store, readStream }, ifMatch: 0 })
    expect(outcome).toMatchObject({ revision: 2, state: { coins: 2 }, events: [{ revision: 2 }] })
    await stores.store.append(
      'thing-of-others',
      'any',
      [unseen].map((event) => ({ ...event, id: newId() })),
    )
    expect(await handle('thing-of-others', 1, { store: { ...store, readStream: async () => [] } })).toMatchObject({
      revision: 1,
      state: { coins: 1 },
    })
  })

  describe('with If-Match', () => {
    test('continues at that revision, and refuses any other before it decides', async () => {
      const stream = newStream()
      await handle(stream, 1)
      expect(await handle(stream, 1, { ifMatch: 0 })).toMatchObject({ revision: 1 })
      await expect(handle(stream, 3, { ifMatch: 0 })).rejects.toMatchObject({ code: 'precondition-failed' })
      await expect(handle(newStream(), 1, { ifMatch: 0 })).rejects.toMatchObject({ code: 'precondition-failed' })
    })

    test('does not decide again after a conflict', async () => {
      const stream = newStream()
      await handle(stream, 1)
      const interrupted = interruptedBefore(store, () => handle(stream, 1))
      const refusal = handle(stream, 1, { store: interrupted, ifMatch: 0 })
      await expect(refusal).rejects.toMatchObject({ code: 'precondition-failed' })
      expect(await store.readStream(stream)).toHaveLength(2)
    })
  })

  describe('after a conflict', () => {
    test('decides again on the current state', async () => {
      const stream = newStream()
      const interrupted = interruptedBefore(store, () => handle(stream, 2))
      const outcome = await handle(stream, 1, { store: interrupted })
      expect(outcome).toMatchObject({ state: { coins: 3, isFull: true }, revision: 2 })
    })

    test('gives up after several attempts with growing pauses', async () => {
      const stream = newStream()
      const never: EventStore = {
        ...store,
        append: async () => {
          throw new StreamConflict(stream, 0, 1)
        },
      }
      const pauses: number[] = []
      const pause = async (attempt: number) => void pauses.push(attempt)
      await expect(handle(stream, 1, { store: never, pause })).rejects.toMatchObject({ code: 'conflict' })
      expect(pauses).toEqual([1, 2, 3, 4])
    })

    test('lets all concurrent commands succeed in turn', async () => {
      const stream = newStream()
      const outcomes = await Promise.allSettled(Array.from({ length: 3 }, () => handle(stream, 1)))
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
      expect((await readState(store, purse, { stream })).state).toEqual({ coins: 3, isFull: true })
    })
  })

  describe('that is repeated', () => {
    test('returns the first outcome again, although the stream has changed since', async () => {
      const stream = newStream()
      const context = contextOf()
      await handle(stream, 1)
      const first = await handle(stream, 1, { context })
      await handle(stream, 1)
      const again = await handle(stream, 1, { context, ifMatch: 0 })
      expect(again).toMatchObject(first)
      expect(again.events.map(({ id }) => id)).toEqual([context.commandId])
      expect(await store.readStream(stream)).toHaveLength(4)
    })

    test('returns all of its events, and none of the next command', async () => {
      const stream = newStream()
      const context = contextOf()
      const first = await handle(stream, 3, { context })
      expect(await handle(stream, 3, { context })).toMatchObject(first)
    })

    test('duplicates nothing after an unknown outcome', async () => {
      const stream = newStream()
      const context = contextOf()
      const forgetful: EventStore = {
        ...store,
        append: async (...given) => {
          await store.append(...given)
          throw new EngineUnavailable('event store', { outcome: 'unknown' })
        },
      }
      await expect(handle(stream, 2, { context, store: forgetful })).rejects.toMatchObject({ outcome: 'unknown' })
      expect(await handle(stream, 2, { context })).toMatchObject({ state: { coins: 2 }, revision: 0 })
      expect(await store.readStream(stream)).toHaveLength(1)
    })
  })

  describe('that starts a new stream', () => {
    test('does not read first', async () => {
      const unread: EventStore = {
        ...store,
        readStream: async () => {
          throw new Error('read')
        },
      }
      expect(await handle(newStream(), 1, { store: unread, isNew: true })).toMatchObject({ revision: 0 })
    })

    test('refuses an existing stream, and leaves it unchanged', async () => {
      const stream = newStream()
      await handle(stream, 1, { isNew: true })
      await expect(handle(stream, 1, { isNew: true })).rejects.toThrow(StreamConflict)
      expect(await store.readStream(stream)).toHaveLength(1)
    })

    test('succeeds when it is repeated, and writes nothing', async () => {
      const stream = newStream()
      const context = contextOf()
      const first = await handle(stream, 1, { isNew: true, context })
      expect(await handle(stream, 1, { isNew: true, context })).toEqual(first)
    })
  })

  test('reads a stream as of an older revision', async () => {
    const stream = newStream()
    await handle(stream, 1)
    await handle(stream, 1)
    expect(await readState(store, purse, { stream, to: 0 })).toMatchObject({ state: { coins: 1 }, revision: 0 })
    expect(await readState(store, purse, { stream: newStream() })).toMatchObject({ revision: -1, position: 0 })
  })
})

/** A store that runs `interruption` before the first append, between the handler's read and its append. */
function interruptedBefore(store: EventStore, interruption: () => Promise<unknown>): EventStore {
  let isFirst = true
  return {
    ...store,
    append: async (...given) => {
      if (isFirst) {
        isFirst = false
        await interruption()
      }
      return store.append(...given)
    },
  }
}
