import { needsEventStoreDb } from '#test/support/engines.ts'
import { openServerStores } from '#test/support/event-stores.ts'
import { describeEventStoreContract } from './event-store.ts'

describeEventStoreContract('EventStoreDB itself', () => openServerStores(), needsEventStoreDb)
