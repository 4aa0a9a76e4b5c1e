import { needsEventStoreDb } from '#test/support/engines/engines.ts'
import { openServerStores } from '#test/support/event-store/event-stores.ts'
import { describeEventStoreContract } from './event-store.ts'

describeEventStoreContract('EventStoreDB itself', () => openServerStores(), needsEventStoreDb)
