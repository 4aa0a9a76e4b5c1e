import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { formatAmount } from '../../../lib/format/format.ts'

/** One entry of the timeline, as text. */
export type Milestone = { key: number; title: string; at: string; by: string; details: string[] }

const titles: Record<string, string> = {
  OrderPlaced: 'Order placed',
  OrderConfirmed: 'Order confirmed',
  OrderDispatched: 'Dispatched',
  OrderDelivered: 'Delivered',
  PaymentCollected: 'Payment collected',
  OrderCancelled: 'Order cancelled',
  OrderReturned: 'Order returned',
  OrderPersonalDataErased: 'Personal data erased',
}

/** The timeline of an order, newest first. */
export function milestones(history: readonly HistoryEntry[]): Milestone[] {
  return history
    .map(({ revision, type, at, by, data }) => ({
      key: revision,
      title: titles[type] ?? type,
      at,
      by: by.name,
      details: detailsOf(data),
    }))
    .toReversed()
}

function detailsOf(data: HistoryEntry['data']): string[] {
  const amount = data['amountPaise']
  return [
    sentence('Carrier', data['carrier']),
    sentence('Tracking number', data['trackingNumber']),
    sentence('Reason', data['reason']),
    typeof amount === 'number' ? `${formatAmount(amount / 100)} in cash` : '',
  ].filter((text) => text !== '')
}

function sentence(label: string, value: unknown): string {
  return typeof value === 'string' && value !== '' ? `${label}: ${value}` : ''
}
