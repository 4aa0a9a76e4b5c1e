import { Rejection } from '#core/errors.ts'
import type { Decider } from '#core/decider.ts'
import type { ProductDetails, ProductEvent } from './events.ts'

/** Everything an admin or an import says about a product. Price in paise, exclusive of GST. */
export type ProductFacts = { details: ProductDetails; pricePaise: number; qty: number }

export type ProductState = { status: 'none' } | ({ status: 'listed' } & ProductFacts) | { status: 'deleted' }

export type ProductCommand =
  | ({ type: 'add' } & ProductFacts)
  | ({ type: 'revise' } & ProductFacts)
  /** Adds it, or revises it where an earlier import added it; `sku` is the supplier's key. */
  | ({ type: 'import'; sku: string } & ProductFacts)
  | { type: 'delete' }

export const productDecider: Decider<ProductState, ProductCommand, ProductEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
}

function evolve(product: ProductState, event: ProductEvent): ProductState {
  if (event.type === 'ProductAdded') {
    const { pricePaise, qty, sku: _sku, ...details } = event.data
    return { status: 'listed', details, pricePaise, qty }
  }
  return product.status === 'listed' ? evolveListed(product, event) : product
}

type Listed = Extract<ProductState, { status: 'listed' }>

function evolveListed(product: Listed, event: Exclude<ProductEvent, { type: 'ProductAdded' }>): ProductState {
  switch (event.type) {
    case 'ProductDetailsChanged':
      return { ...product, details: event.data }
    case 'ProductPriceChanged':
      return { ...product, pricePaise: event.data.to }
    case 'ProductStockChanged':
      return { ...product, qty: event.data.to }
    case 'ProductDeleted':
      return { status: 'deleted' }
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
        throw new Rejection('conflict', 'This product was deleted in the shop and is not brought back by an import')
      return product.status === 'none' ? [added(command, command.sku)] : revise(product, command)
    case 'delete':
      return product.status === 'deleted' ? [] : [deleted(listed(product))]
  }
}

function added({ details, pricePaise, qty }: ProductFacts, sku?: string): ProductEvent {
  return { type: 'ProductAdded', data: { ...details, pricePaise, qty, ...(sku === undefined ? {} : { sku }) } }
}

function deleted(_product: Listed): ProductEvent {
  return { type: 'ProductDeleted', data: {} }
}

/** One event for each kind of fact that differs; none where all is as it was. */
function revise(before: Listed, after: ProductFacts): readonly ProductEvent[] {
  const events: ProductEvent[] = []
  if (!sameDetails(before.details, after.details)) events.push({ type: 'ProductDetailsChanged', data: after.details })
  if (before.pricePaise !== after.pricePaise)
    events.push({ type: 'ProductPriceChanged', data: { from: before.pricePaise, to: after.pricePaise } })
  if (before.qty !== after.qty) events.push({ type: 'ProductStockChanged', data: { from: before.qty, to: after.qty } })
  return events
}

function sameDetails(a: ProductDetails, b: ProductDetails): boolean {
  const other = new Map(Object.entries(b))
  return Object.entries(a).every(([field, value]) => other.get(field) === value)
}

function listed(product: ProductState): Listed {
  if (product.status === 'listed') return product
  throw new Rejection('not-found', 'There is no such product')
}
