import type { ErasurePart } from '#core/module/personal-traces.ts'
import type { ErasurePreview } from '../schema.ts'
import type { AccountRow } from '../tables.ts'

/** What deleting an account would erase and keep, in words for its owner. `parts` come from the other modules. */
export function previewErasure(account: AccountRow, parts: readonly ErasurePart[]): ErasurePreview {
  const sum = (name: string) => parts.reduce((all, { counts }) => all + (counts[name] ?? 0), 0)
  return {
    id: account.id,
    username: account.username,
    orders: sum('orders'),
    ordersUnderWay: sum('ordersUnderWay'),
    serviceRequests: sum('serviceRequests'),
    goes: [
      'The account: its login name, name, e-mail address, mobile number, saved addresses and password',
      ...parts.flatMap(({ goes }) => goes),
      'The name in the record of everything that was done under this account',
      'Copies of mails, and files of events that admins have exported',
    ],
    stays: [
      ...parts.flatMap(({ stays }) => stays),
      'The note that and when the personal data was erased',
      'Mails that have reached a mailbox: the shop cannot call them back',
    ],
  }
}
