import { isFields, numberOf, parseJson, textOf } from '../../lib/decode.ts'

/** One line of the cart as stored in local storage under 'cart' (spec §3); the price is in rupees. */
export type CartItem = {
  id: string
  title: string
  company: string
  brand: string
  price: number
  logoUrl: string
  quantity: number
  /** Added from the product page. */
  type?: 'service'
}

export type CartProduct = Omit<CartItem, 'quantity'>

/** The data of a product that the cart stores. */
export function cartProductOf({ id, title, company, brand, price, logoUrl }: Omit<CartProduct, 'type'>): CartProduct {
  return { id, title, company, brand, price, logoUrl }
}

/** The highest quantity of one line; the server has the same limit. */
export const maxLineQuantity = 9_999

/** The most lines that a cart may have; the server has the same limit. */
export const maxLines = 100

/** The message shown when the cart is full. */
export const fullCartText = `Your cart holds ${maxLines} products at most: remove one first`

/** Sets the quantity of an item or adds it; 0 or less removes it (spec §4). A full cart accepts no new item. */
export function setItem(items: readonly CartItem[], product: CartProduct, quantity: number): CartItem[] {
  if (quantity <= 0) return removeItem(items, product.id)
  const item = { ...product, quantity: Math.min(quantity, maxLineQuantity) }
  if (items.some(({ id }) => id === product.id)) return items.map((line) => (line.id === product.id ? item : line))
  return items.length < maxLines ? [...items, item] : [...items]
}

/** Changes the quantity of an existing line; 0 or less removes it. */
export function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  const line = items.find((item) => item.id === id)
  return line ? setItem(items, line, quantity) : [...items]
}

export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((item) => item.id !== id)
}

/** The cart without the ordered quantities. */
export function withoutOrdered(
  items: readonly CartItem[],
  ordered: readonly Pick<CartItem, 'id' | 'quantity'>[],
): CartItem[] {
  const quantities = new Map(ordered.map(({ id, quantity }) => [id, quantity]))
  return items.flatMap((item) => {
    const quantity = item.quantity - (quantities.get(item.id) ?? 0)
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}

/** Parses the text of a quantity field to a whole number of at least 1; 1 if it is not a number (spec §5). */
export function parseQuantity(text: string): number {
  const quantity = Number.parseInt(text, 10)
  return Number.isNaN(quantity) ? 1 : Math.min(Math.max(1, quantity), maxLineQuantity)
}

/** Price times quantity in rupees, calculated in paise to avoid rounding errors. */
export function lineTotal({ price, quantity }: Pick<CartItem, 'price' | 'quantity'>): number {
  return linePaise({ price, quantity }) / 100
}

/** The sum of price times quantity, in rupees (spec §4). */
export function cartTotal(items: readonly Pick<CartItem, 'price' | 'quantity'>[]): number {
  return items.reduce((sum, item) => sum + linePaise(item), 0) / 100
}

/** The sum of the quantities (spec §4). */
export function cartCount(items: readonly Pick<CartItem, 'quantity'>[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

function linePaise({ price, quantity }: Pick<CartItem, 'price' | 'quantity'>): number {
  return Math.round(price * 100) * quantity
}

/** Decodes the value stored under 'cart': its valid lines, one per product; none if it is not a list. */
export function decodeCart(text: string | null): CartItem[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) return []
  const items = new Map<string, CartItem>()
  for (const entry of list.slice(0, 10 * maxLines)) {
    const item = decodeItem(entry)
    if (item) items.set(item.id, item)
  }
  return [...items.values()].slice(0, maxLines)
}

function decodeItem(entry: unknown): CartItem | undefined {
  if (!isFields(entry)) return undefined
  const id = textOf(entry, 'id')
  const price = numberOf(entry, 'price') ?? -1
  const quantity = numberOf(entry, 'quantity') ?? 0
  if (id === '' || price < 0 || !isQuantity(quantity)) return undefined
  return {
    id,
    title: textOf(entry, 'title', 'Untitled Product'),
    company: textOf(entry, 'company'),
    brand: textOf(entry, 'brand'),
    price,
    logoUrl: textOf(entry, 'logoUrl'),
    quantity: Math.min(quantity, maxLineQuantity),
    ...(entry['type'] === 'service' ? { type: 'service' as const } : {}),
  }
}

function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1
}
