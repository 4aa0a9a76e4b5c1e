import { defineProjection } from '#core/projections/projection.ts'
import { cartEvents, cartIdOf } from '#modules/cart/domain/events.ts'
import type { CartRow } from '#modules/cart/read-model.ts'

const keys = (event: { stream: string }) => [cartIdOf(event.stream)]

/**
 * Every cart by its owner, so that a login finds the account's earlier cart. An open cart of a guest has no row while it
 * is empty: guests leave many of those behind.
 */
export const cartsProjection = defineProjection<CartRow, typeof cartEvents>(cartEvents, {
  name: 'carts',
  version: 2,
  rowsOf: 'one-stream',
  sink: {
    kind: 'table',
    table: {
      name: 'carts',
      key: 'cart_id',
      columns: {
        cart_id: 'text',
        account_id: 'text',
        status: 'text not null',
        items: 'jsonb not null',
        order_id: 'text',
        updated_position: 'bigint not null',
      },
      indexes: [`(account_id, updated_position desc) where status = 'open' and account_id is not null`],
    },
  },
  on: {
    CartItemQuantitySet: {
      keys,
      evolve(row, { data, position }, key) {
        const cart = row ?? empty(key)
        return { ...cart, items: { ...cart.items, [data.productId]: data.quantity }, updated_position: position }
      },
    },
    CartItemRemoved: {
      keys,
      evolve: (row, { data, position }) =>
        row && listed({ ...row, items: without(row.items, data.productId), updated_position: position }),
    },
    CartCleared: {
      keys,
      evolve: (row, { data, position }) =>
        row &&
        listed({
          ...row,
          items: {},
          status: data.mergedInto === undefined ? row.status : 'merged',
          updated_position: position,
        }),
    },
    CartClaimed: {
      keys,
      evolve: (row, { data, position }, key) => ({
        ...(row ?? empty(key)),
        account_id: data.accountId,
        updated_position: position,
      }),
    },
    CartCheckedOut: {
      keys,
      evolve: (row, { data, position }, key) => ({
        ...(row ?? empty(key)),
        status: 'checkedOut',
        order_id: data.orderId,
        updated_position: position,
      }),
    },
  },
})

/** The row of a cart, unless it is the empty open cart of a guest. */
function listed(cart: CartRow): CartRow | undefined {
  const isAbandoned = cart.account_id === null && cart.status === 'open' && Object.keys(cart.items).length === 0
  return isAbandoned ? undefined : cart
}

function empty(cartId: string): CartRow {
  return { cart_id: cartId, account_id: null, status: 'open', items: {}, order_id: null, updated_position: 0 }
}

function without(items: CartRow['items'], productId: string): CartRow['items'] {
  return Object.fromEntries(Object.entries(items).filter(([id]) => id !== productId))
}
