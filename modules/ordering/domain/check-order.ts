import { isBlank } from '#core/text/blank.ts'
import { Rejection, type FieldError } from '#core/domain/errors.ts'
import { isRecord } from '#core/http/input/field-errors.ts'
import { formatInr } from '#core/domain/money.ts'
import type { OrderLine } from './events.ts'
import { totalOf } from './order.ts'
import { emptyCart, maxOrderQuantity, type OrderInput } from '../schema.ts'

/** A product that can be ordered now. */
export type Offer = { productId: string; title: string; company: string; brand: string; pricePaise: number }

/**
 * The missing fields of an order, in the sequence of the checkout form (spec §5). The schema cannot express them: the
 * mobile number may be in `mobile` or, from the specification's client, in `email`, and a missing ZIP code has another
 * message than an invalid one. Runs before the schema validates the body.
 */
export function checkoutFaults(body: unknown): FieldError[] {
  if (!isRecord(body)) return []
  const { items, shipping } = body
  const form = isRecord(shipping) ? shipping : {}
  const missing = inOrder
    .filter(({ isMissing }) => isMissing(form))
    .map(({ field, message }) => ({ field: `shipping.${field}`, defaultMessage: message }))
  const hasLines = Array.isArray(items) && items.length > 0
  return hasLines ? missing : [{ field: 'items', defaultMessage: emptyCart }, ...missing]
}

type Shipping = { readonly [field: string]: unknown }

const inOrder = [
  { field: 'name', message: 'Name is required', isMissing: (form: Shipping) => isEmpty(form['name']) },
  {
    field: 'mobile',
    message: 'Mobile number is required',
    isMissing: (form: Shipping) => isEmpty(form['mobile']) && isEmpty(form['email']),
  },
  { field: 'address', message: 'Address is required', isMissing: (form: Shipping) => isEmpty(form['address']) },
  { field: 'city', message: 'City is required', isMissing: (form: Shipping) => isEmpty(form['city']) },
  { field: 'state', message: 'State is required', isMissing: (form: Shipping) => isEmpty(form['state']) },
  { field: 'zipCode', message: 'ZIP Code is required', isMissing: (form: Shipping) => isEmpty(form['zipCode']) },
]

function isEmpty(value: unknown): boolean {
  return typeof value !== 'string' || isBlank(value)
}

/**
 * The lines at the catalogue's prices. Lines of the same product are merged.
 * @throws Rejection naming each line whose product is gone or whose price differs from what the buyer saw
 */
export function linesAtCatalogPrices(input: OrderInput, offers: ReadonlyMap<string, Offer>): OrderLine[] {
  const errors = input.items.flatMap((item, index) => lineFault(item, offers.get(item.id), `items[${index}]`))
  const lines = mergedLines(input, offers)
  if (errors.length === 0) errors.push(...totalFault(input, lines))
  const first = errors[0]
  if (first) throw new Rejection('conflict', first.defaultMessage, { errors })
  return lines
}

function lineFault(item: OrderInput['items'][number], offer: Offer | undefined, field: string): FieldError[] {
  if (!offer) {
    const what = item.title?.trim() ? `“${item.title.trim()}”` : `The product ${item.id}`
    return [{ field: `${field}.id`, defaultMessage: `${what} is no longer available: remove it from the cart` }]
  }
  if (Math.round(item.price * 100) === offer.pricePaise) return []
  const now = formatInr(offer.pricePaise)
  return [{ field: `${field}.price`, defaultMessage: `The price of “${offer.title}” is ${now} now: review the cart` }]
}

function totalFault(input: OrderInput, lines: readonly OrderLine[]): FieldError[] {
  const total = totalOf(lines)
  if (Math.round(input.totalAmount * 100) === total) return []
  return [{ field: 'totalAmount', defaultMessage: `The total is ${formatInr(total)} now: review the cart` }]
}

function mergedLines(input: OrderInput, offers: ReadonlyMap<string, Offer>): OrderLine[] {
  return [...quantitiesOf(input)].flatMap(([productId, quantity]) => {
    const offer = offers.get(productId)
    if (offer === undefined) return []
    const { title, company, brand, pricePaise } = offer
    return [{ productId, title, company, brand, pricePaise, quantity }]
  })
}

/**
 * The quantities by product id. Lines of the same product are summed before the limit is checked.
 * @throws Rejection naming the line that exceeds the limit
 */
export function quantitiesOf(input: OrderInput): ReadonlyMap<string, number> {
  const quantities = new Map<string, number>()
  for (const [index, { id, quantity }] of input.items.entries()) {
    const together = (quantities.get(id) ?? 0) + quantity
    if (together > maxOrderQuantity) throw tooMany(`items[${index}].quantity`)
    quantities.set(id, together)
  }
  return quantities
}

function tooMany(field: string): Rejection {
  const message = `Quantity must be a whole number from 1 to ${maxOrderQuantity}, all lines of a product together`
  return new Rejection('invalid', message, { errors: [{ field, defaultMessage: message }] })
}
