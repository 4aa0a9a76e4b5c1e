import { Rejection } from '#core/domain/errors.ts'
import type { Decider } from '#core/domain/decider.ts'
import { withAlternativeTexts, type PictureField } from './alternative-text.ts'
import type { ProductDetails, ProductEvent } from './events.ts'
import { modelNumberOf } from './model-number.ts'

/** The facts about a product that an admin or an import supplies. Price in paise, exclusive of GST. */
export type ProductFacts = { details: ProductDetails; pricePaise: number; qty: number }

/** `sku` is the supplier's key; `null` for a product that an admin added. */
export type ProductState = { status: 'none' } | ({ status: 'listed' | 'deleted'; sku: string | null } & ProductFacts)

export type ProductCommand =
  | ({ type: 'add' } & ProductFacts)
  | ({ type: 'revise' } & ProductFacts)
  /**
   * Adds the product, or revises it if an earlier import added it. `sku` is the supplier's key; `keep` names the pictures
   * that the supplier says nothing about.
   */
  | ({ type: 'import'; sku: string; keep: readonly PictureField[] } & ProductFacts)
  | { type: 'delete' }
  /** Undoes a deletion. `addedAt` is when the product was first added. */
  | { type: 'restore'; addedAt: string }

export const productDecider: Decider<ProductState, ProductCommand, ProductEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
}

function evolve(product: ProductState, event: ProductEvent): ProductState {
  if (event.type === 'ProductAdded') {
    const { pricePaise, qty, sku = null, ...details } = event.data
    return { status: 'listed', sku, details, pricePaise, qty }
  }
  return product.status === 'none' ? product : evolveKnown(product, event)
}

type Known = Exclude<ProductState, { status: 'none' }>

function evolveKnown(product: Known, event: Exclude<ProductEvent, { type: 'ProductAdded' }>): ProductState {
  switch (event.type) {
    case 'ProductDetailsChanged':
      return { ...product, details: event.data }
    case 'ProductPriceChanged':
      return { ...product, pricePaise: event.data.to }
    case 'ProductStockChanged':
      return { ...product, qty: event.data.to }
    case 'ProductDeleted':
      return { ...product, status: 'deleted' }
    case 'ProductRestored':
      return { ...product, status: 'listed' }
  }
}

function decide(command: ProductCommand, product: ProductState): readonly ProductEvent[] {
  switch (command.type) {
    case 'add':
      if (product.status !== 'none') throw new Rejection('conflict', 'There is a product with this id already')
      return [added(command)]
    case 'revise':
      return revise(listed(product), command)
    case 'import':
      if (product.status === 'deleted')
        throw new Rejection('conflict', 'This product was deleted in the shop and is not restored by an import')
      return product.status === 'none'
        ? [added(command, command.sku)]
        : revise(product, withPictures(product.details, command.keep, command))
    case 'delete':
      return product.status === 'deleted' ? [] : [deleted(listed(product))]
    case 'restore':
      return restore(product, command.addedAt)
  }
}

function added({ details, pricePaise, qty }: ProductFacts, sku?: string): ProductEvent {
  const { modelNumber = '', ...others } = withAlternativeTexts(details)
  const model = modelNumber === '' ? {} : { modelNumber }
  return { type: 'ProductAdded', data: { ...others, ...model, pricePaise, qty, ...(sku === undefined ? {} : { sku }) } }
}

function deleted(_product: Known): ProductEvent {
  return { type: 'ProductDeleted', data: {} }
}

function restore(product: ProductState, addedAt: string): readonly ProductEvent[] {
  if (product.status === 'none') throw noSuchProduct()
  if (product.status === 'listed') return []
  const { details, pricePaise, qty } = product
  return [{ type: 'ProductRestored', data: { ...details, pricePaise, qty, addedAt } }]
}

/** One event for each kind of fact that differs. */
function revise(before: Known, after: ProductFacts): readonly ProductEvent[] {
  const events: ProductEvent[] = []
  const details = withAlternativeTexts(withModel(before.details, after.details), before.details)
  if (!sameDetails(before.details, details)) events.push({ type: 'ProductDetailsChanged', data: details })
  if (before.pricePaise !== after.pricePaise)
    events.push({ type: 'ProductPriceChanged', data: { from: before.pricePaise, to: after.pricePaise } })
  if (before.qty !== after.qty) events.push({ type: 'ProductStockChanged', data: { from: before.qty, to: after.qty } })
  return events
}

function withPictures(before: ProductDetails, keep: readonly PictureField[], after: ProductFacts): ProductFacts {
  const kept = Object.fromEntries(keep.map((field) => [field, before[field]]))
  return { ...after, details: { ...after.details, ...kept } }
}

/** A model number that is absent or as shown before stays as stored: one derived from the texts follows them. */
function withModel(before: ProductDetails, { modelNumber, ...others }: ProductDetails): ProductDetails {
  const isKept = modelNumber === undefined || modelNumber === (modelNumberOf(before) ?? '')
  const model = isKept ? before.modelNumber : modelNumber
  return model === undefined ? others : { ...others, modelNumber: model }
}

function sameDetails(a: ProductDetails, b: ProductDetails): boolean {
  const other = new Map(Object.entries(b))
  const own = Object.entries(a)
  return own.length === other.size && own.every(([field, value]) => other.get(field) === value)
}

function listed(product: ProductState): Known {
  if (product.status === 'listed') return product
  throw noSuchProduct()
}

function noSuchProduct(): Rejection {
  return new Rejection('not-found', 'There is no such product')
}
