import { coalesce } from '#core/async/coalesce.ts'

/** A product as it can be ordered now; `pricePaise` exclusive of GST. */
export type Offer = {
  productId: string
  title: string
  company: string
  brand: string
  logoUrl: string
  pricePaise: number
}

/**
 * What is on offer, by product id, and perhaps more than was asked for; what is not there is not on offer. As of some ms
 * ago, when this process last heard of the list, and of 3 s ago at most where no news come through.
 */
export type FindOffers = (productIds: readonly string[]) => Promise<ReadonlyMap<string, Offer>>

export type OfferBookDeps = {
  /** Asks the list of products. */
  find: FindOffers
  /** Differs whenever the list may differ; `undefined` while nobody knows. */
  stamp: () => string | undefined
}

/** Beyond this the book begins again: a shop of tens of thousands of products fits in. */
const mostOffers = 20_000

/**
 * The offers that carts and orders have asked for since the list of products last changed. Callers of the same moment share
 * one question; what is not on offer is asked for each time.
 */
export function offerBook({ find, stamp }: OfferBookDeps): FindOffers {
  const ask = coalesce(find)
  let book: { stamp: string | undefined; offers: Map<string, Offer> } = { stamp: undefined, offers: new Map() }

  function current(): Map<string, Offer> {
    const now = stamp()
    const isGood = now !== undefined && now === book.stamp && book.offers.size < mostOffers
    if (!isGood) book = { stamp: now, offers: new Map() }
    return book.offers
  }

  return async (productIds) => {
    // Chosen before the list is read: what changes meanwhile makes an offer newer than its stamp, never older.
    const known = current()
    const missing = productIds.filter((id) => !known.has(id))
    if (missing.length > 0) for (const [id, offer] of await ask(missing)) known.set(id, offer)
    return known
  }
}
