import { randomUUID } from 'node:crypto'
import type { Facts } from '../record/call.ts'
import type { Request } from './client.ts'

/** An order or service request, and the account that it belongs to. */
export type Known = { id: string; owner: string }

/** What the clients of one schedule know of, because a call of one of them has created it. */
export type World = {
  /** The products with the facts that a client saw last, which may no longer hold. */
  products: Map<string, Facts>
  orders: Known[]
  requests: Known[]
  /** Carts that several buyers use. */
  sharedCarts: readonly string[]
  /** Creations without an answer: sent again in the end, until there is one. */
  unsettled: { account: string; request: Request }[]
  /** So few that several orders ask for the same one. */
  orderIds: readonly string[]
}

const idsOfASchedule = 40

/** `number` distinguishes the schedules on one database. */
export function newWorld(number: number): World {
  const first = number * 1_000
  return {
    products: new Map(),
    orders: [],
    requests: [],
    sharedCarts: [randomUUID(), randomUUID()],
    unsettled: [],
    orderIds: Array.from({ length: idsOfASchedule }, (_, i) => `ORD${String(first + i).padStart(8, '0')}`),
  }
}

/** Idempotency keys that all accounts use for all that they create, so that only account and route distinguish them. */
export const popularKeys = ['first', 'second', 'third'] as const
