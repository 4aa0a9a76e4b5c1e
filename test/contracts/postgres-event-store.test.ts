import { openPostgresStores } from '#test/support/event-store/event-stores.ts'
import { describeEventStoreContract } from './event-store.ts'

describeEventStoreContract('Postgres', () => openPostgresStores())
