import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Decider, EventOf } from '#core/domain/decider.ts'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { CommandContext } from '#core/domain/handle-command.ts'
import { handleKnown, type KnownStream } from '#core/domain/handle-known.ts'
import { LRUCache } from 'lru-cache'
import { newId } from '#core/domain/ids.ts'
import { asha, newStream, openPostgresStores, type PostgresStores } from '#test/support/event-store/event-stores.ts'

const definitions = { Set: { version: 1, schema: Type.Object({ to: Type.Integer() }) } }
type SetEvent = EventOf<typeof definitions>

/** A number from 0 to 9; setting it to its current value changes nothing. */
const dial: Decider<number, number, SetEvent> = {
  initial: 0,
  evolve: (_, { data }) => data.to,
  decide(to, now) {
    if (to > 9 || now === 9) throw new Rejection('conflict', 'It does not turn further')
    return to === now ? [] : [{ type: 'Set', data: { to } }]
  },
}

const knownStreams = () => new LRUCache<string, KnownStream<number>>({ max: 10 })

const contextOf = (commandId: string): CommandContext => ({
  actor: asha,
  correlationId: 'request-1',
  causationId: 'request-1',
  commandId,
})

describe('handling a command on a stream whose state this process caches', () => {
  let stores: PostgresStores
  let store: EventStore
  let calls: string[]
  let known: ReturnType<typeof knownStreams>
  let stream: string

  beforeAll(async () => {
    stores = await openPostgresStores()
    store = {
      ...stores.store,
      readStream: (...parameters) => (calls.push('read'), stores.store.readStream(...parameters)),
      append: (...parameters) => (calls.push('append'), stores.store.append(...parameters)),
    }
  })
  beforeEach(() => {
    calls = []
    known = knownStreams()
    stream = newStream()
  })
  afterAll(() => stores.dispose())

  const set = (
    to: number,
    options: { commandId?: string; ifMatch?: number; streams?: typeof known; store?: EventStore } = {},
  ) =>
    handleKnown(
      {
        store: options.store ?? store,
        decider: dial,
        stream,
        command: to,
        context: contextOf(options.commandId ?? newId()),
        ifMatch: options.ifMatch,
      },
      options.streams ?? known,
    )
  const history = async () => (await stores.store.readStream(stream)).map(({ data }) => data['to'])

  test('appends without reading the stream', async () => {
    await set(1)
    calls = []
    expect(await set(2)).toMatchObject({ state: 2, revision: 1 })
    expect(calls).toEqual(['append'])
    expect(await history()).toEqual([1, 2])
  })

  test('decides again on what another process has appended', async () => {
    await set(1)
    await set(5, { streams: knownStreams() })
    expect(await set(2)).toMatchObject({ state: 2, revision: 2 })
    expect(await history()).toEqual([1, 5, 2])
  })

  test('reads before it reports that nothing changes', async () => {
    await set(1)
    await set(5, { streams: knownStreams() })
    expect(await set(1)).toMatchObject({ state: 1, revision: 2 })
  })

  test('reads before it refuses', async () => {
    await set(8)
    const elsewhere = knownStreams()
    await set(7, { streams: elsewhere })
    calls = []
    await expect(set(10)).rejects.toMatchObject({ code: 'conflict' })
    expect(calls).toEqual(['read'])
    await expect(set(3, { ifMatch: 0 })).rejects.toMatchObject({ code: 'precondition-failed' })
    expect(await set(3, { ifMatch: 1 })).toMatchObject({ revision: 2 })
  })

  test('returns the first outcome of a repeated command, whatever came after it', async () => {
    const commandId = newId()
    await set(1, { commandId })
    await set(2)
    expect(await set(1, { commandId })).toMatchObject({ state: 1, revision: 0 })
    expect(await set(3)).toMatchObject({ state: 3, revision: 2 })
    expect(await set(1, { commandId })).toMatchObject({ state: 1, revision: 0 })
    expect(await history()).toEqual([1, 2, 3])
  })

  test('drops the cached state after an append with an unknown outcome', async () => {
    await set(1)
    await expect(set(2, { store: losingAnswers(store) })).rejects.toThrow(EngineUnavailable)
    calls = []
    expect(await set(3)).toMatchObject({ state: 3, revision: 2 })
    expect(calls).toEqual(['read', 'append'])
  })
})

/** A store that writes every append and loses its answer. */
function losingAnswers(store: EventStore): EventStore {
  return {
    ...store,
    async append(...parameters) {
      await store.append(...parameters)
      throw new EngineUnavailable('event store', { outcome: 'unknown' })
    },
  }
}
