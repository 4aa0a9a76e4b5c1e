import { Rejection } from '#core/domain/errors.ts'
import type { Decider } from '#core/domain/decider.ts'
import type { CartEvent } from './events.ts'
import { maxCartLines, maxLineQuantity } from '../schema.ts'

/** Each change folds the whole cart, so a cart that was changed more often than a person would must be replaced. */
const maxChanges = 2_000

/** Quantities by product id, in the sequence in which the products were first added. */
export type CartItems = Readonly<Record<string, number>>

/** A cart is open until it becomes an order or is merged into another cart; both are final. */
export type CartState =
  | { status: 'open'; items: CartItems; changes: number; accountId?: string | undefined }
  | { status: 'checkedOut'; items: CartItems; orderId: string; accountId?: string | undefined }
  | { status: 'merged'; items: CartItems; mergedInto: string; accountId?: string | undefined }

type OpenCart = Extract<CartState, { status: 'open' }>

export type CartCommand =
  | { type: 'setQuantity'; productId: string; quantity: number }
  | { type: 'removeItem'; productId: string }
  | { type: 'clear' }
  /** `earlier`: the account's earlier open cart with its items. */
  | { type: 'claim'; accountId: string; earlier?: { cartId: string; items: CartItems } | undefined }
  | { type: 'mergeInto'; cartId: string }
  | { type: 'checkOut'; orderId: string; accountId: string }

export const cartDecider: Decider<CartState, CartCommand, CartEvent> = {
  initial: { status: 'open', items: {}, changes: 0 },
  evolve,
  decide,
}

/** The cart as people see it, without the number of its changes. */
export function withoutCount(cart: CartState): object {
  if (cart.status !== 'open') return cart
  const { changes: _changes, ...shown } = cart
  return shown
}

function evolve(cart: CartState, event: CartEvent): CartState {
  const counted = cart.status === 'open' ? { ...cart, changes: cart.changes + 1 } : cart
  return changed(counted, event)
}

function changed(cart: CartState, event: CartEvent): CartState {
  switch (event.type) {
    case 'CartItemQuantitySet':
      return { ...cart, items: { ...cart.items, [event.data.productId]: event.data.quantity } }
    case 'CartItemRemoved':
      return { ...cart, items: without(cart.items, event.data.productId) }
    case 'CartCleared':
      return event.data.mergedInto === undefined
        ? { ...cart, items: {} }
        : { status: 'merged', items: {}, mergedInto: event.data.mergedInto, accountId: cart.accountId }
    case 'CartClaimed':
      return { ...cart, accountId: event.data.accountId }
    case 'CartCheckedOut':
      return { status: 'checkedOut', items: cart.items, orderId: event.data.orderId, accountId: cart.accountId }
  }
}

function decide(command: CartCommand, cart: CartState): readonly CartEvent[] {
  switch (command.type) {
    case 'setQuantity':
      return setQuantity(open(cart), command)
    case 'removeItem':
      return removeItem(open(cart), command.productId)
    case 'clear':
      return hasItems(open(cart)) ? [{ type: 'CartCleared', data: {} }] : []
    case 'claim':
      return claim(open(cart), command)
    case 'mergeInto':
      return cart.status === 'open' ? [{ type: 'CartCleared', data: { mergedInto: command.cartId } }] : []
    case 'checkOut':
      return checkOut(cart, command)
  }
}

function setQuantity(cart: OpenCart, command: { productId: string; quantity: number }): readonly CartEvent[] {
  const { productId, quantity } = command
  if (quantity <= 0) return removeItem(cart, productId)
  if (quantity > maxLineQuantity)
    throw new Rejection('invalid', `Quantity must be a whole number up to ${maxLineQuantity}`)
  if (quantityOf(cart, productId) === quantity) return []
  if (cart.changes >= maxChanges) throw new Rejection('conflict', 'This cart was changed too often: start a new one')
  if (quantityOf(cart, productId) === 0 && Object.keys(cart.items).length >= maxCartLines)
    throw new Rejection('conflict', `A cart holds ${maxCartLines} products at most: remove one first`)
  return [{ type: 'CartItemQuantitySet', data: { productId, quantity } }]
}

function removeItem(cart: CartState, productId: string): readonly CartEvent[] {
  return quantityOf(cart, productId) === 0 ? [] : [{ type: 'CartItemRemoved', data: { productId } }]
}

function claim(cart: CartState, { accountId, earlier }: Extract<CartCommand, { type: 'claim' }>): readonly CartEvent[] {
  requireOwner(cart, accountId)
  const merged = earlier ? mergeEvents(cart, earlier.items) : []
  if (cart.accountId === accountId && !earlier) return []
  return [{ type: 'CartClaimed', data: { accountId, ...(earlier ? { mergedFrom: earlier.cartId } : {}) } }, ...merged]
}

/** The larger quantity of each line wins; lines beyond the limit are omitted. */
function mergeEvents(cart: CartState, items: CartItems): CartEvent[] {
  const room = maxCartLines - Object.keys(cart.items).length
  const added = Object.entries(items).filter(([productId]) => quantityOf(cart, productId) === 0)
  const raised = Object.entries(items).filter(
    ([productId, quantity]) => quantityOf(cart, productId) > 0 && quantity > quantityOf(cart, productId),
  )
  return [...raised, ...added.slice(0, room)].map(([productId, quantity]) => ({
    type: 'CartItemQuantitySet',
    data: { productId, quantity },
  }))
}

function checkOut(cart: CartState, command: { orderId: string; accountId: string }): readonly CartEvent[] {
  if (cart.status !== 'open') return []
  requireOwner(cart, command.accountId)
  return [{ type: 'CartCheckedOut', data: { orderId: command.orderId } }]
}

/**
 * Until an account claims the cart, anyone who knows its id may use it.
 * @throws Rejection `forbidden` if another account has claimed it
 */
export function requireOwner(cart: CartState, accountId: string): void {
  if (cart.accountId !== undefined && cart.accountId !== accountId)
    throw new Rejection('forbidden', 'This cart belongs to another account')
}

function open(cart: CartState): OpenCart {
  if (cart.status === 'open') return cart
  const what = cart.status === 'checkedOut' ? `has become order ${cart.orderId}` : 'was merged into another cart'
  throw new Rejection('conflict', `This cart ${what}: start a new one`)
}

function hasItems(cart: CartState): boolean {
  return Object.keys(cart.items).length > 0
}

function quantityOf(cart: CartState, productId: string): number {
  return Object.hasOwn(cart.items, productId) ? (cart.items[productId] ?? 0) : 0
}

function without(items: CartItems, productId: string): CartItems {
  return Object.fromEntries(Object.entries(items).filter(([id]) => id !== productId))
}
