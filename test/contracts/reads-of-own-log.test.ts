import { afterAll, beforeAll, expect, test } from 'vitest'
import { EngineUnavailable, OperatorError, remedyOf } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { readsOfOwnLog } from '#core/event-store/identity/reads-of-own-log.ts'
import { openPostgresStores, type PostgresStores } from '#test/support/event-store/event-stores.ts'

let stores: PostgresStores

beforeAll(async () => {
  stores = await openPostgresStores()
})
afterAll(() => stores.dispose())

/** Guarded reads of a store with `changes` applied; `seen` counts the calls of `suspect`. */
function guarded(changes: Partial<EventStore> = {}, refusal?: OperatorError) {
  const seen = { suspected: 0 }
  const identity = {
    assertOwn: () => (refusal === undefined ? Promise.resolve() : Promise.reject(refusal)),
    suspect: () => void (seen.suspected += 1),
  }
  return { store: readsOfOwnLog({ ...stores.store, ...changes }, identity), seen }
}

const reads: [string, (store: EventStore) => Promise<unknown>][] = [
  ['a stream', (store) => store.readStream('thing-1')],
  ['places', (store) => store.readPlaces([{ stream: 'thing-1', revision: 0 }])],
  ['the whole log', (store) => store.readAll(0, { limit: 10 })],
]

test.each(reads)('refuses to read %s from the log of another shop', async (_, read) => {
  const { store } = guarded({}, new OperatorError('it belongs to another shop', 'Set EVENTSTORE_URL.'))
  const error = await read(store).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
  expect(remedyOf(error)?.message).toBe('it belongs to another shop')
  expect(await store.head()).toBe(0)
})

test('checks the owner again after a failed read, and after an interrupted subscription', async () => {
  const listeners: Parameters<EventStore['subscribe']>[0][] = []
  const { store, seen } = guarded({
    readAll: () => Promise.reject(new EngineUnavailable('event store')),
    subscribe(listener) {
      listeners.push(listener)
      return () => undefined
    },
  })
  await expect(store.readAll(0, { limit: 10 })).rejects.toBeInstanceOf(EngineUnavailable)
  expect(seen.suspected).toBe(1)
  const heard: (boolean | undefined)[] = []
  store.subscribe((isInterrupted) => heard.push(isInterrupted))
  for (const isInterrupted of [false, true]) listeners[0]?.(isInterrupted)
  expect(seen.suspected).toBe(2)
  expect(heard).toEqual([false, true])
})
