import type { ServiceRequest, ServiceRequestStatus } from '#modules/service-requests/schema.ts'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { textOf, isFields } from '../../../lib/decode.ts'

/** Something that one side wrote, or a step that it took. */
export type Line = {
  key: number
  from: 'requester' | 'shop'
  /** Who wrote it, or what was done. */
  title: string
  /** A message, a note or a reason; empty if there is none. */
  text: string
  at: string
}

/** What is said about each event after the first; `field` holds its text. */
const wordings: Readonly<
  Record<string, Pick<Line, 'from' | 'title'> & { field?: string; status?: ServiceRequestStatus }>
> = {
  ServiceRequestAcknowledged: { from: 'shop', title: 'Acknowledged', status: 'acknowledged' },
  ServiceRequestResolved: { from: 'shop', title: 'Resolved', field: 'note', status: 'resolved' },
  ServiceRequestDeclined: { from: 'shop', title: 'Declined', field: 'reason', status: 'declined' },
  ServiceRequestWithdrawn: { from: 'requester', title: 'Withdrawn', status: 'withdrawn' },
  ServiceRequestPersonalDataErased: { from: 'shop', title: 'The requester’s personal data was erased' },
}

/** Everything that was said and done about a request, oldest first. */
export function linesOf(history: readonly HistoryEntry[]): Line[] {
  return history.flatMap((entry) => {
    const line = lineOf(entry)
    return line === undefined ? [] : [{ key: entry.revision, at: entry.at, ...line }]
  })
}

function lineOf({ type, by, data }: HistoryEntry): Pick<Line, 'from' | 'title' | 'text'> | undefined {
  if (type === 'ServiceRequestRaised') return { from: 'requester', title: by.name, text: textOf(data, 'description') }
  if (type === 'ServiceRequestReplied') {
    const from = data['from'] === 'shop' ? 'shop' : 'requester'
    return { from, title: by.name, text: textOf(data, 'text') }
  }
  const wording = wordings[type]
  if (wording === undefined) return undefined
  const { from, title, field } = wording
  return { from, title, text: field === undefined ? '' : textOf(data, field) }
}

/** The request as its history describes it. */
export function requestOf(id: string, history: readonly HistoryEntry[]): ServiceRequest {
  const data = history[0]?.data ?? {}
  const requester = isFields(data['requester']) ? data['requester'] : {}
  const status = history.reduce<ServiceRequestStatus>((now, { type }) => wordings[type]?.status ?? now, 'received')
  return {
    id,
    productId: textOf(data, 'productId'),
    title: textOf(data, 'title'),
    company: textOf(data, 'company'),
    logoUrl: textOf(data, 'logoUrl'),
    description: textOf(data, 'description'),
    address: textOf(data, 'address'),
    status,
    createDate: textOf(data, 'raisedAt'),
    loginUserName: textOf(requester, 'loginUserName'),
    revision: history.at(-1)?.revision ?? 0,
  }
}

/** Whether the shop accepts another message: not about a withdrawn request, nor after the requester’s erasure. */
export function canReply(history: readonly HistoryEntry[]): boolean {
  const ended = new Set(['ServiceRequestWithdrawn', 'ServiceRequestPersonalDataErased'])
  return !history.some(({ type }) => ended.has(type))
}
