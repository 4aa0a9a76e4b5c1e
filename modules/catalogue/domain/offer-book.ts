import { coalesce } from '#core/async/coalesce.ts'

/** A product that can be ordered now. `pricePaise` is exclusive of GST. */
export type Offer = {
  productId: string
  title: string
  company: string
  brand: string
  logoUrl: string
  pricePaise: number
}

/**
 * The offers by product id. The result may hold more than was requested; a missing product is not on offer. It is as
 * fresh as this process's last notification of a change: some ms old, or at most 3 s if notifications do not arrive.
 */
export type FindOffers = (productIds: readonly string[]) => Promise<ReadonlyMap<string, Offer>>

export type OfferCacheDeps = {
  /** Reads the product list. */
  find: FindOffers
  /** Changes whenever the list may have changed; `undefined` while that is unknown. */
  stamp: () => string | undefined
}

/** At this size the cache is emptied. */
const maxOffers = 20_000

/**
 * Caches the offers that carts and orders have requested since the product list last changed. Concurrent callers share
 * one read. A product that is not on offer is read each time.
 */
export function offerCache({ find, stamp }: OfferCacheDeps): FindOffers {
  const read = coalesce(find)
  let cache: { stamp: string | undefined; offers: Map<string, Offer> } = { stamp: undefined, offers: new Map() }

  function current(): Map<string, Offer> {
    const now = stamp()
    const isValid = now !== undefined && now === cache.stamp && cache.offers.size < maxOffers
    if (!isValid) cache = { stamp: now, offers: new Map() }
    return cache.offers
  }

  return async (productIds) => {
    // Taken before the read: a change during the read makes an offer newer than its stamp, never older.
    const known = current()
    const missing = productIds.filter((id) => !known.has(id))
    if (missing.length > 0) for (const [id, offer] of await read(missing)) known.set(id, offer)
    return known
  }
}
