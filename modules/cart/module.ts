import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Route } from '#core/http/routing/route.ts'
import { checkOutCart, type CartDeps, type CheckOutCart } from './commands.ts'
import { cartQueries } from './read-model.ts'
import { cartRoutes } from './routes.ts'

export type CartModule = {
  routes: Route[]
  /** Ends the cart that became this order. */
  checkOut: (checkOut: CheckOutCart) => Promise<void>
}

/** A cart of ten lines takes a few kB. */
const mostKnownCarts = 1_000

/** Carts: their calls, and what other parts of the shop may ask of them. */
export function cartModule(deps: Omit<CartDeps, 'openCartsOf' | 'known'> & { db: Kysely<unknown> }): CartModule {
  const carts = cartQueries(deps.db)
  return {
    routes: cartRoutes({
      ...deps,
      known: new LRUCache({ max: mostKnownCarts }),
      openCartsOf: (accountId) => carts.openCartsOf(accountId),
    }),
    checkOut: (checkOut) => checkOutCart(deps.store, checkOut),
  }
}
