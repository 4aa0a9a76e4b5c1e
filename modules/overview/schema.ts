import { Type, type Static } from 'typebox'

/** Open work: the number of each kind, regardless of the day. */
const Waiting = Type.Object({
  ordersToConfirm: Type.Integer(),
  ordersToDispatch: Type.Integer(),
  requestsUnanswered: Type.Integer({ description: 'Service requests whose requester waits for an answer' }),
  mailsFailed: Type.Integer(),
  mailsHeld: Type.Integer({ description: 'Emails that are held until an operator sends or discards them' }),
  productsOutOfStock: Type.Integer(),
  readModelsFailed: Type.Integer({ description: 'Read models and reactors that have stopped at an event' }),
  readModelsBehind: Type.Integer({ description: 'Read models and reactors that are catching up with the log' }),
})

const Since = Type.Optional(Type.String({ format: 'date-time' }))

/** The time since which the oldest of each kind has waited; absent if nothing waits. */
const Oldest = Type.Object({ ordersToConfirm: Since, ordersToDispatch: Since, requestsUnanswered: Since })

const OverviewDay = Type.Object({
  date: Type.String({ format: 'date' }),
  orders: Type.Integer({ description: 'All orders placed that day' }),
  revenue: Type.Number({ description: 'The total, in rupees, of those that are now neither cancelled nor returned' }),
})
export type OverviewDay = Static<typeof OverviewDay>

const BestSeller = Type.Object({
  id: Type.String(),
  title: Type.String(),
  quantity: Type.Integer(),
  revenue: Type.Number({ description: 'In rupees, at the prices of the orders' }),
})

const SearchWithoutHits = Type.Object({
  text: Type.String(),
  count: Type.Integer(),
  lastAt: Type.String({ format: 'date-time' }),
})

export const Overview = Type.Object({
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  waiting: Waiting,
  oldest: Oldest,
  days: Type.Array(OverviewDay, { description: 'Every day of the period' }),
  before: Type.Array(OverviewDay, {
    description: 'Every day that `days` are compared with: the same days, whole weeks earlier, without overlap',
  }),
  statuses: Type.Record(Type.String(), Type.Integer(), {
    description: 'The number of orders placed in the period, by current status',
    examples: [{ received: 3, delivered: 1 }],
  }),
  bestSellers: Type.Array(BestSeller, {
    description: 'By pieces, in the orders of the period that are now neither cancelled nor returned',
  }),
  searchesWithoutHits: Type.Array(SearchWithoutHits, { description: 'The most frequent ones, of any day' }),
})
export type Overview = Static<typeof Overview>
