import type { ErasurePreview } from './schema.ts'
import type { AccountRow } from './tables.ts'

/** What hangs on an account elsewhere in the shop. */
export type Traces = { orders: number; underWay: number; serviceRequests: number }

/** What would go with an account and what would stay, as its owner reads it before deciding. */
export function previewErasure(account: AccountRow, { orders, underWay, serviceRequests }: Traces): ErasurePreview {
  const inOrders = countOf(orders, 'order')
  const inRequests = countOf(serviceRequests, 'service request')
  return {
    id: account.id,
    username: account.username,
    orders,
    ordersUnderWay: underWay,
    serviceRequests,
    goes: [
      'The account: its login name, name, e-mail address, mobile number and password',
      ...(orders > 0
        ? [`Name, mobile number and address in ${inOrders}, and the reasons that were written there`]
        : []),
      ...(serviceRequests > 0 ? [`Everything that was written in ${inRequests}`] : []),
      'The name in the record of everything that was done under this account',
      'Copies of mails, and files of events that admins have exported',
    ],
    stays: [
      ...(orders > 0 ? [`What was bought in ${inOrders}, with prices, dates and steps, without saying by whom`] : []),
      ...(serviceRequests > 0 ? [`When ${inRequests} came and how they went on, without saying whose`] : []),
      'The note that and when the personal data was erased',
      'Mails that have reached a mailbox: the shop cannot call them back',
    ],
  }
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
