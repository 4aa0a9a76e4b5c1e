import { systemActor, type Actor } from '#core/domain/actor.ts'
import { isoTime } from '#core/domain/clock.ts'
import type { DomainEvent } from '#core/domain/decider.ts'
import { productStream } from '#modules/catalogue/domain/events.ts'
import { factsOf } from '#modules/catalogue/domain/facts.ts'
import { productDecider } from '#modules/catalogue/domain/product.ts'
import { productIdOfSku } from '#modules/catalogue/commands.ts'
import { readSupplierRow, type SupplierRow } from '#modules/catalogue/import/domain/supplier-row.ts'
import type { OrderLine } from '#modules/ordering/domain/events.ts'
import { orderStream } from '#modules/ordering/domain/events.ts'
import { orderDecider, type OrderCommand, type OrderState } from '#modules/ordering/domain/order.ts'
import { generateCatalogue } from '../support/catalogue-generator.ts'
import type { Size } from './sizes.ts'

/** An event as a command yields it, before it is sealed and stored. */
export type Happened = { stream: string; revision: number; by: Actor; at: string; event: DomainEvent }

const day = 86_400_000
const opened = Date.UTC(2025, 0, 1)
const daysOfOrders = 600
/** Orders take products from these. */
const mostOffers = 1_000
const buyersPerOrder = 0.1

const admin: Actor = { id: 'growth-admin', name: 'Meera Iyer', role: 'ADMIN' }

/**
 * What the deciders yield for an import of the catalogue and then the orders of some 600 days, each delivered or cancelled
 * while later ones are placed; the last 200 are under way. The same for the same size on every machine.
 */
export function* history({ products, orders }: Size): Generator<Happened> {
  const offers: OrderLine[] = []
  let place = 0
  for (const row of suppliedProducts(products)) {
    const added = imported(row, opened + (place++ / products) * day)
    if (offers.length < mostOffers) offers.push(offerOf(row))
    yield added
  }
  yield* ordersOf(orders, offers)
}

/** The products of the generated catalogue; those of a small one are the first of a larger one. */
export function* suppliedProducts(count: number): Generator<SupplierRow> {
  let line = 2
  for (const row of generateCatalogue(count)) {
    const read = readSupplierRow(row, line++)
    if (Array.isArray(read)) throw new Error(`${row.sku} is refused: ${read[0]?.reason}`)
    yield read
  }
}

function imported({ sku, input, absentPictures: keep }: SupplierRow, at: number): Happened {
  const [event] = productDecider.decide({ type: 'import', sku, keep, ...factsOf(input) }, productDecider.initial)
  if (event === undefined) throw new Error(`${sku} is not added`)
  return { stream: productStream(productIdOfSku(sku)), revision: 0, by: systemActor, at: isoTime(at), event }
}

function offerOf({ sku, input }: SupplierRow): OrderLine {
  const { title, company, brand } = input
  return { productId: productIdOfSku(sku), title, company, brand, pricePaise: factsOf(input).pricePaise, quantity: 1 }
}

/** Scattered, as ids from clocks are, so that a new id meets no long row of taken ones. */
export function orderIdOf(place: number): string {
  return `ORD${String((place * 61_803_399) % 100_000_000).padStart(8, '0')}`
}

type Open = { state: OrderState; revision: number }

/** How many orders later the next step follows. */
const steps: readonly { after: number; commandOf: (place: number, now: number) => OrderCommand; by: Actor }[] = [
  { after: 50, commandOf: secondStep, by: admin },
  { after: 100, commandOf: dispatchOf, by: admin },
  { after: 200, commandOf: (_place, now) => ({ type: 'deliver', now }), by: admin },
]

function* ordersOf(count: number, offers: readonly OrderLine[]): Generator<Happened> {
  const open = new Map<number, Open>()
  for (let place = 0; place < count; place++) {
    const now = opened + day + (place / count) * daysOfOrders * day
    const first = { state: orderDecider.initial, revision: -1 }
    open.set(place, first)
    yield* taken(first, { place, now, by: buyerOf(place, count), command: placing({ place, now, count, offers }) })
    for (const { after, commandOf, by } of steps) {
      const earlier = open.get(place - after)
      if (earlier === undefined || isCancelled(earlier)) continue
      yield* taken(earlier, { place: place - after, now, by, command: commandOf(place - after, now) })
    }
    open.delete(place - 200)
  }
}

function isCancelled({ state }: Open): boolean {
  return state.status === 'cancelled'
}

type Step = { place: number; now: number; by: Actor; command: OrderCommand }

function* taken(order: Open, { place, now, by, command }: Step): Generator<Happened> {
  for (const event of orderDecider.decide(command, order.state)) {
    order.state = orderDecider.evolve(order.state, event)
    order.revision++
    yield { stream: orderStream(orderIdOf(place)), revision: order.revision, by, at: isoTime(now), event }
  }
}

/** One of twenty is cancelled instead of confirmed. */
function secondStep(place: number): OrderCommand {
  if (place % 20 > 0) return { type: 'confirm' }
  return { type: 'cancel', by: 'shop', reason: 'The buyer called and wants a larger model', writerId: admin.id }
}

function dispatchOf(place: number): OrderCommand {
  return { type: 'dispatch', carrier: 'Blue Dart', trackingNumber: String(7_000_000_000 + place), writerId: admin.id }
}

const names = ['Asha Rao', 'Ravi Menon', 'Farah Khan', 'Joseph Dsouza', 'Lakshmi Pillai', 'Imran Sheikh', 'Neha Gupta']
const cities = [
  { city: 'Pune', state: 'Maharashtra', zipCode: '411001' },
  { city: 'Kochi', state: 'Kerala', zipCode: '682001' },
  { city: 'Jaipur', state: 'Rajasthan', zipCode: '302001' },
  { city: 'Chennai', state: 'Tamil Nadu', zipCode: '600001' },
  { city: 'Lucknow', state: 'Uttar Pradesh', zipCode: '226001' },
] as const

function buyerOf(place: number, count: number): Actor {
  const number = (place * 7_919) % Math.max(1, Math.floor(count * buyersPerOrder))
  return { id: `growth-buyer-${number}`, name: `${names[number % names.length]} ${number}`, role: 'USER' }
}

type Placing = { place: number; now: number; count: number; offers: readonly OrderLine[] }

function placing({ place, now, count, offers }: Placing): OrderCommand {
  const { id, name } = buyerOf(place, count)
  const lines = Array.from({ length: 1 + (place % 3) }, (_, line) => offers[(place * 31 + line * 7) % offers.length])
  const address = cities[place % cities.length] ?? cities[0]
  return {
    type: 'place',
    orderId: orderIdOf(place),
    buyer: { id, name, loginUserName: `${id}@clinic.in` },
    items: lines.filter((line) => line !== undefined).map((line) => ({ ...line, quantity: 1 + (place % 4) })),
    shipping: { name, mobile: '9820012345', address: `${1 + (place % 400)} MG Road`, ...address },
    now,
  }
}
