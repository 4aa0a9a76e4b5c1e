import { keepBusy } from '#test/support/event-store-double/busy-writer.ts'
import { openDoubleStores } from '#test/support/event-stores.ts'
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
