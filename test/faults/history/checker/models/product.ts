import type { Facts } from '../../record/call.ts'
import type { Answer, Model } from '../linearizable.ts'

export type ProductState = { types: readonly string[]; facts: Facts | undefined; isDeleted: boolean }

export type ProductModelOp =
  | { do: 'add'; facts: Facts }
  | { do: 'added-before'; facts: Facts }
  | { do: 'revise'; facts: Facts; ifMatch?: number | undefined }
  | { do: 'delete' | 'restore' | 'read' | 'stored' }

type Applied = { state: ProductState; answer: Answer }

/** A product: its facts, and whether it is on offer. */
export const productModel: Model<ProductState, ProductModelOp> = {
  initial: { types: [], facts: undefined, isDeleted: false },
  apply(product, op) {
    if (op.do === 'add') return add(product, op.facts)
    if (op.do === 'stored') return { state: product, answer: shown(product) }
    if (product.facts === undefined) return { state: product, answer: { status: 404 } }
    switch (op.do) {
      case 'added-before':
        return { state: product, answer: { status: 201, seen: { facts: op.facts } } }
      case 'revise':
        return revise(product, product.facts, op)
      case 'delete':
        return remove(product)
      case 'restore':
        return restore(product)
      case 'read':
        return { state: product, answer: history(product) }
    }
  },
}

function add(product: ProductState, facts: Facts): Applied {
  if (product.facts !== undefined) return { state: product, answer: { status: 409 } }
  const state = { types: ['ProductAdded'], facts, isDeleted: false }
  return { state, answer: { status: 201, seen: { facts } } }
}

/** One event for each kind of fact that differs. */
function revise(
  product: ProductState,
  before: Facts,
  { facts, ifMatch }: Extract<ProductModelOp, { do: 'revise' }>,
): Applied {
  if (ifMatch !== undefined && ifMatch !== product.types.length - 1) return { state: product, answer: { status: 412 } }
  if (product.isDeleted) return { state: product, answer: { status: 404 } }
  const types = [
    ...(facts.title === before.title ? [] : ['ProductDetailsChanged']),
    ...(facts.pricePaise === before.pricePaise ? [] : ['ProductPriceChanged']),
    ...(facts.qty === before.qty ? [] : ['ProductStockChanged']),
  ]
  const state = { ...product, facts, types: [...product.types, ...types] }
  return { state, answer: shown(state) }
}

function remove(product: ProductState): Applied {
  if (product.isDeleted) return { state: product, answer: { status: 204 } }
  return {
    state: { ...product, isDeleted: true, types: [...product.types, 'ProductDeleted'] },
    answer: { status: 204 },
  }
}

function restore(product: ProductState): Applied {
  if (!product.isDeleted) return { state: product, answer: shown(product) }
  const state = { ...product, isDeleted: false, types: [...product.types, 'ProductRestored'] }
  return { state, answer: shown(state) }
}

function shown({ types, facts }: ProductState): Answer {
  return { status: 200, seen: { types, revision: types.length - 1, ...(facts && { facts }) } }
}

function history({ types }: ProductState): Answer {
  return { status: 200, seen: { types, revision: types.length - 1 } }
}
