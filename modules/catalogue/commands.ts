import { fold } from '#core/domain/decider.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { EventStore, Revision } from '#core/event-store/event-store.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { handleCommand, type CommandContext } from '#core/domain/handle-command.ts'
import { catalogueEvents, productStream } from './domain/events.ts'
import { factsOf } from './domain/facts.ts'
import { productDecider, type ProductCommand, type ProductState } from './domain/product.ts'
import type { ProductInput } from './schema.ts'
import type { SupplierRow } from './import/domain/supplier-row.ts'

export type ChangeProduct = {
  productId: string
  command: ProductCommand
  context: CommandContext
  ifMatch?: number | undefined
}

/** Changes a product. @throws Rejection if it does not exist or is not at revision `ifMatch` */
export function changeProduct(store: EventStore, { productId, command, context, ifMatch }: ChangeProduct) {
  const stream = productStream(productId)
  return handleCommand({ store, decider: productDecider, stream, command, context, ifMatch })
}

/** Adds a product. Its id is the command id, so that a retry finds the product that the first call added. */
export async function addProduct(store: EventStore, input: ProductInput, context: CommandContext) {
  const productId = context.commandId
  const command: ProductCommand = { type: 'add', ...factsOf(input) }
  return { productId, ...(await changeProduct(store, { productId, command, context })) }
}

/** The product id for a supplier's key. It is deterministic, so that a file can be imported again. */
export function productIdOfSku(sku: string): string {
  return sku.toLowerCase()
}

/** The effect of an import on one product. */
export type ImportOutcome = 'added' | 'changed' | 'unchanged'

export type ImportProduct = {
  row: SupplierRow
  /** Decides on the current state, but appends nothing. */
  isDryRun: boolean
  context: CommandContext
}

/**
 * Adds or revises the product of one row, by the same rules as the admin's form. `position` is 0 if nothing was
 * appended. @throws Rejection if the change is refused
 */
export async function importProduct(store: EventStore, { row, isDryRun, context }: ImportProduct) {
  const { sku, input, absentPictures: keep } = row
  const productId = productIdOfSku(sku)
  const command: ProductCommand = { type: 'import', sku, keep, ...factsOf(input) }
  if (!isDryRun) {
    const { events, position } = await changeProduct(store, { productId, command, context })
    return { outcome: outcomeOf(events), events, position: events.length === 0 ? 0 : position }
  }
  const history = await store.readStream(productStream(productId))
  const events = productDecider.decide(command, fold(productDecider, eventsOf(catalogueEvents, history)))
  return { outcome: outcomeOf(events), events, position: 0 }
}

function outcomeOf(events: readonly { type: string }[]): ImportOutcome {
  if (events.length === 0) return 'unchanged'
  return events[0]?.type === 'ProductAdded' ? 'added' : 'changed'
}

/** Undoes a deletion: the product returns to its old place in the lists. @throws Rejection if it never existed */
export async function restoreProduct(store: EventStore, change: Omit<ChangeProduct, 'command'>) {
  const { events } = await readProduct(store, change.productId)
  const command: ProductCommand = { type: 'restore', addedAt: events[0]?.at ?? '' }
  return changeProduct(store, { ...change, command })
}

/** A product and its history, up to a revision if given. @throws Rejection if it was never in the catalogue */
export async function readProduct(store: EventStore, productId: string, to?: Revision) {
  const events = await store.readStream(productStream(productId), to === undefined ? {} : { to })
  const product: ProductState = fold(productDecider, eventsOf(catalogueEvents, events))
  if (product.status === 'none') throw new Rejection('not-found', 'There is no such product')
  return { product, events }
}
