import { expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { keepBusy } from '#test/support/event-store-double/others/busy-writer.ts'
import { openDoubleStores } from '#test/support/event-store/event-stores.ts'
import { describeEventStoreContract } from './event-store.ts'

describeEventStoreContract('the EventStoreDB adapter over a wire-level double (not the database)', () =>
  openDoubleStores(),
)

describeEventStoreContract(
  'the EventStoreDB adapter over a double that other applications have filled and write to',
  async () => {
    const stores = await openDoubleStores()
    const stop = keepBusy(stores.double.log)
    return {
      ...stores,
      async dispose() {
        stop()
        await stores.dispose()
      },
    }
  },
)

// An HTTP/2 server closes the connection of a client that resets thousands of streams, and fails every call on it.
test('reading streams that do not exist resets no calls, so the connection survives', async () => {
  const stores = await openDoubleStores()
  try {
    for (let round = 0; round < 20; round++) {
      const reads = Array.from({ length: 100 }, () => stores.store.readStream(`cart-${newId()}`))
      expect((await Promise.all(reads)).flat()).toEqual([])
    }
  } finally {
    await stores.dispose()
  }
})
