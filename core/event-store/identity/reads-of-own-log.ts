import { EngineUnavailable, OperatorError } from '../../domain/errors.ts'
import type { EventStore } from '../event-store.ts'
import type { ShopIdentity } from './shop-identity.ts'

/**
 * The same store, which returns events only from a log that is known to be this shop's. After every interruption a
 * different server may answer, so the identity is verified again. Reads of positions and ids alone are not guarded,
 * because the verification needs them.
 * @throws EngineUnavailable from the guarded reads, with the OperatorError of `assertOwn` as its cause
 */
export function readsOfOwnLog(store: EventStore, identity: Pick<ShopIdentity, 'assertOwn' | 'suspect'>): EventStore {
  async function read<T>(work: () => Promise<T>): Promise<T> {
    await identity.assertOwn().catch(refuse)
    try {
      return await work()
    } catch (error) {
      if (error instanceof EngineUnavailable) identity.suspect()
      throw error
    }
  }

  return {
    ...store,
    readStream: (...args) => read(() => store.readStream(...args)),
    readPlaces: (...args) => read(() => store.readPlaces(...args)),
    readAll: (...args) => read(() => store.readAll(...args)),
    subscribe: (listener) =>
      store.subscribe((isInterrupted) => {
        if (isInterrupted) identity.suspect()
        listener(isInterrupted)
      }),
  }
}

function refuse(error: unknown): never {
  throw error instanceof OperatorError ? new EngineUnavailable('event store', { outcome: 'none', cause: error }) : error
}
