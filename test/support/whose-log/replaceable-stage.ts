import { shopIdentityStream } from '#core/event-store/identity/events.ts'
import { openReplaceableLog, type ReplaceableLog } from '../replaceable-log/open.ts'
import type { TestShop } from '../shop/shop.ts'
import { openWhoseLogStage, type WhoseLogStage } from './stage.ts'

/** A stage whose server can be replaced by an older copy, or by one without the shop's identity. */
export type ReplaceableStage = WhoseLogStage & {
  log: ReplaceableLog
  /** Stops a shop, and leaves its database and its log as a release without identities would. */
  stopWithoutIdentity(shop: TestShop): Promise<void>
}

export async function openReplaceableStage(): Promise<ReplaceableStage> {
  const log = await openReplaceableLog()
  const stage = await openWhoseLogStage(async () =>
    Promise.resolve({
      ...log.server,
      url: log.url,
      stored: (stream) => log.server.stored(stream),
      streamsOfShops: () => log.server.streamsOfShops(),
      close: () => log.close(),
    }),
  )
  return {
    ...stage,
    log,
    async stopWithoutIdentity(shop) {
      await shop.settled()
      await shop.shop.infrastructure.database.pool.query('delete from shop_identity')
      await stage.stop(shop)
      await log.restore(await log.backUp(), { without: shopIdentityStream })
    },
  }
}
