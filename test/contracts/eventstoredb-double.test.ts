import { openDoubleStores } from '#test/support/event-stores.ts'
import { describeEventStoreContract } from './event-store.ts'

describeEventStoreContract('EventStoreDB’s adapter over a double on the wire (not the database)', () =>
  openDoubleStores(),
)
