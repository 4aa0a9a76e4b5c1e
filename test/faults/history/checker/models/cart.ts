import type { Answer, Model } from '../linearizable.ts'

export type Items = Readonly<Record<string, number>>

/** `ended`: it became an order, or was merged into another cart. */
export type CartState = {
  types: readonly string[]
  items: Items
  owner: string | undefined
  end: 'checked-out' | 'merged' | undefined
}

type ByAccount = { account: string }

export type CartModelOp =
  | ({ do: 'set'; productId: string; quantity: number } & ByAccount)
  | ({ do: 'remove'; productId: string } & ByAccount)
  | ({ do: 'clear' } & ByAccount)
  | ({ do: 'read' } & ByAccount)
  /** `raised`: the lines that came from the account's earlier carts; absent where there was none. */
  | ({ do: 'claim'; raised?: Items | undefined } & ByAccount)
  /** Effects of calls on other streams: a claim of the cart that took this one over, and an order. */
  | ({ do: 'merge' | 'check-out' } & ByAccount)
  | { do: 'stored' }

/** A cart: its lines, and who may use it. */
export const cartModel: Model<CartState, CartModelOp> = {
  initial: { types: [], items: {}, owner: undefined, end: undefined },
  apply(cart, op) {
    if (op.do === 'stored') return { state: cart, answer: shown(cart) }
    if (cart.owner !== undefined && cart.owner !== op.account) return { state: cart, answer: { status: 403 } }
    if (op.do === 'read') return { state: cart, answer: shown(cart) }
    if (cart.end !== undefined) return { state: cart, answer: { status: 409 } }
    const state = changed(cart, op)
    return { state, answer: shown(state) }
  },
}

type ChangeOp = Exclude<CartModelOp, { do: 'read' } | { do: 'stored' }>

function changed(cart: CartState, op: ChangeOp): CartState {
  switch (op.do) {
    case 'set':
      return op.quantity > 0 ? set(cart, op.productId, op.quantity) : removed(cart, op.productId)
    case 'remove':
      return removed(cart, op.productId)
    case 'clear':
      return Object.keys(cart.items).length === 0 ? cart : { ...after(cart, 'CartCleared'), items: {} }
    case 'claim':
      return claimed(cart, op.account, op.raised)
    case 'merge':
      return { ...after(cart, 'CartCleared'), items: {}, end: 'merged' }
    case 'check-out':
      return { ...after(cart, 'CartCheckedOut'), end: 'checked-out' }
  }
}

function set(cart: CartState, productId: string, quantity: number): CartState {
  if (cart.items[productId] === quantity) return cart
  return { ...after(cart, 'CartItemQuantitySet'), items: sorted({ ...cart.items, [productId]: quantity }) }
}

function removed(cart: CartState, productId: string): CartState {
  if (cart.items[productId] === undefined) return cart
  const { [productId]: _removed, ...items } = cart.items
  return { ...after(cart, 'CartItemRemoved'), items }
}

function claimed(cart: CartState, owner: string, raised: Items | undefined): CartState {
  if (raised === undefined && cart.owner === owner) return cart
  const own: CartState = { ...after(cart, 'CartClaimed'), owner }
  return Object.entries(raised ?? {}).reduce((state, [productId, quantity]) => set(state, productId, quantity), own)
}

function after(cart: CartState, type: string): CartState {
  return { ...cart, types: [...cart.types, type] }
}

/** Equal carts have equal texts, so that the search recognises them. */
function sorted(items: Items): Items {
  return Object.fromEntries(Object.entries(items).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** A cart that has ended shows no lines. A cart without events has no revision. */
function shown({ types, items, end }: CartState): Answer {
  const revision = types.length === 0 ? {} : { revision: types.length - 1 }
  return { status: 200, seen: { types, items: end === undefined ? items : {}, ...revision } }
}
