import { expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { keepBusy } from '#test/support/event-store-double/others/busy-writer.ts'
import { openDoubleStores } from '#test/support/event-store/event-stores.ts'
import { describeEventStoreContract } from './event-store.ts'

describeEventStoreContract('EventStoreDB’s adapter over a double on the wire (not the database)', () =>
  openDoubleStores(),
)

describeEventStoreContract('EventStoreDB’s adapter over a double that others have filled and write to', async () => {
  const stores = await openDoubleStores()
  const stop = keepBusy(stores.double.log)
  return {
    ...stores,
    async dispose() {
      stop()
      await stores.dispose()
    },
  }
})

// HTTP/2 servers close the connection of a client that resets streams by the thousand, and every call with it.
test('streams that do not exist are read without resetting their calls, so that the connection lasts', async () => {
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
