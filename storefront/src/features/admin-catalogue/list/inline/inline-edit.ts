import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { priceAdvice, toNumber } from '../../amounts.ts'
import { changesBetween } from '../../form/product-changes.ts'

/** The fields that can be edited in the list: the price in rupees, and the stock. */
export type InlineField = 'price' | 'qty'

/** Parses typed text into a value or a fault; the message is that of spec §5 where it defines one. */
export function readInline(field: InlineField, text: string): { value: number } | { fault: string } {
  const value = toNumber(text)
  if (field === 'qty') {
    if (text.trim() === '') return { fault: 'Quantity cannot be empty' }
    return value !== undefined && Number.isInteger(value) ? { value } : { fault: 'Stock must be a whole number' }
  }
  if (text.trim() === '') return { fault: 'Price cannot be empty' }
  return value === undefined ? { fault: priceAdvice } : { value }
}

/** Formats a value for its field. */
export function inlineText(field: InlineField, product: Pick<ManagedProduct, InlineField>): string {
  return field === 'price' ? product.price.toFixed(2) : String(product.qty)
}

/** The message when another admin changed the product first: their change is not overwritten. */
export function conflictText(seen: ManagedProduct, now: ManagedProduct): string {
  if (now.deleted) return 'Another admin deleted this product while you edited it. Your value was not saved.'
  const changes = changesBetween(seen, now).map(({ label, to }) => `${label} is now ${to || 'empty'}`)
  const what = changes.length > 0 ? `: ${changes.join(', ')}` : ''
  return `Another admin changed this product while you edited it${what}. Your value was not saved.`
}
