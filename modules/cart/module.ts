import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Route } from '#core/http/routing/route.ts'
import type { DataOf } from '#core/module/personal-traces.ts'
import { checkOutCart, type CheckOutCart } from './commands.ts'
import { cartQueries, type CartRow } from './read-model.ts'
import { cartRoutes, type CartRouteDeps } from './routes.ts'

export { findCartUse } from './commands.ts'

export type CartModule = {
  routes: Route[]
  /** Ends the cart that became the order. */
  checkOut: (checkOut: CheckOutCart) => Promise<void>
  dataOf: DataOf
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
    dataOf: async ({ id }) => ({ carts: (await carts.cartsOf(id)).map(presentRow) }),
    checkOut: (checkOut) => checkOutCart(deps.store, checkOut),
  }
}

/** A cart as a person gets it with all their data; `items` are quantities by product id. */
function presentRow({ cart_id: cartId, status, items, order_id: orderId }: CartRow) {
  return { cartId, status, items, orderId }
}
