import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Route } from '#core/http/routing/route.ts'
import { checkOutCart, type CheckOutCart } from './commands.ts'
import { cartQueries } from './read-model.ts'
import { cartRoutes, type CartRouteDeps } from './routes.ts'

export { findCartUse } from './commands.ts'

export type CartModule = {
  routes: Route[]
  /** Ends the cart that became the order. */
  checkOut: (checkOut: CheckOutCart) => Promise<void>
}

/** A cart of ten lines takes a few kB of memory. */
const maxKnownCarts = 1_000

/** Carts: their routes, and the functions that other modules may call. */
export function cartModule(deps: Omit<CartRouteDeps, 'openCartsOf' | 'known'> & { db: Kysely<unknown> }): CartModule {
  const carts = cartQueries(deps.db)
  return {
    routes: cartRoutes({
      ...deps,
      known: new LRUCache({ max: maxKnownCarts }),
      openCartsOf: (accountId) => carts.openCartsOf(accountId),
    }),
    checkOut: (checkOut) => checkOutCart(deps.store, checkOut),
  }
}
