import { shopIdentityStream } from '#core/event-store/identity/events.ts'
import { openEventStoreDouble, type EventStoreDouble } from '../event-store-double/server.ts'
import { openLogServerAt } from '../log-server.ts'
import type { TestShop } from '../shop.ts'
import { openWhoseLogStage, type WhoseLogStage } from './stage.ts'

/** A stage whose server is the double in this process: its log can be replaced, and events in it forgotten. */
export type DoubleStage = WhoseLogStage & {
  double: EventStoreDouble
  /** Stops a shop, and leaves its database and the double as a release without identities leaves them. */
  stopWithoutIdentity(shop: TestShop): Promise<void>
}

/** For what no call of a client does to a server. */
export async function openDoubleStage(): Promise<DoubleStage> {
  const double = await openEventStoreDouble()
  const stage = await openWhoseLogStage(async () => {
    const server = openLogServerAt(double.url)
    return Promise.resolve({
      ...server,
      async close() {
        await server.close()
        double.kill()
      },
    })
  })
  return {
    ...stage,
    double,
    async stopWithoutIdentity(shop) {
      await shop.settled()
      await shop.shop.infrastructure.database.pool.query('delete from shop_identity')
      await stage.stop(shop)
      double.log.forget(shopIdentityStream)
    },
  }
}
