import type { Kysely } from 'kysely'

/** One cart, written by the projection `carts`, which finds the open carts of an account. */
export type CartRow = {
  cart_id: string
  account_id: string | null
  status: 'open' | 'checkedOut' | 'merged'
  items: Record<string, number>
  order_id: string | null
  updated_position: number
}

type Tables = { 'read_carts.carts': CartRow }

/** Queries on the list of carts; a cart itself is folded from its stream. */
export function cartQueries(db: Kysely<unknown>) {
  const carts = db.$extendTables<Tables>()
  return {
    /** Every cart of an account, the last used first. */
    cartsOf: (accountId: string): Promise<CartRow[]> =>
      carts
        .selectFrom('read_carts.carts')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('updated_position', 'desc')
        .execute(),

    /** The open carts of an account, the last used first. */
    async openCartsOf(accountId: string): Promise<CartRow[]> {
      return carts
        .selectFrom('read_carts.carts')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('status', '=', 'open')
        .orderBy('updated_position', 'desc')
        .execute()
    },
  }
}
