import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { FloorTable } from './floor-tables.ts'

/** Makes the rows of one more order: those of the first with new ids and the next position. */
export function rowMaker(tables: readonly FloorTable[]): () => (string | null)[] {
  const columns = tables.flatMap((table) => table.columns.map((column) => ({ ...column, source: table.source })))
  const first = (source: string, name: string) =>
    columns.find((column) => column.source === source && column.name === name)?.value ?? ''
  const eventId = first('public.events', 'id')
  const orderId = first('read_orders.orders', 'order_id')
  const position = first('public.events', 'position')
  if ([eventId, orderId, position].includes('')) throw new Error('the first order lacks its ids or its position')
  let last = Number(position)
  const makers = columns.map(({ name, type, value }) => makerOf({ name, type, value }, { eventId, orderId, position }))
  return () => {
    last += 1
    const fresh = { eventId: randomUUID(), orderId: newOrderId(), position: String(last) }
    return makers.map((make) => make(fresh))
  }
}

type Ids = { eventId: string; orderId: string; position: string }

function makerOf({ name, type, value }: FloorTable['columns'][number], first: Ids): (fresh: Ids) => string | null {
  if (value === null) return () => null
  if (name === 'scope') return () => `\\x${randomBytes((value.length - 2) / 2).toString('hex')}`
  if (type === 'bigint' && value === first.position) return ({ position }) => position
  const lower = first.orderId.toLowerCase()
  if (![first.eventId, first.orderId, lower].some((id) => value.includes(id))) return () => value
  return ({ eventId, orderId }) =>
    value.replaceAll(first.eventId, eventId).replaceAll(first.orderId, orderId).replaceAll(lower, orderId.toLowerCase())
}

/** As long as the shop's, in letters and digits, so that a benchmark does not meet an id twice. */
function newOrderId(): string {
  return `ORD${randomInt(1e12).toString(36).padStart(8, '0').slice(-8).toUpperCase()}`
}
