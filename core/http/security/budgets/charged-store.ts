import type { EventStore } from '../../../event-store/event-store.ts'
import type { Taken } from './budgets.ts'

/** Takes from budgets for an append; `isNew`: it begins a stream. @throws Rejection `too-many-requests` */
export type ChargeAppend = (append: { isNew: boolean }) => Promise<Taken>

/**
 * A store whose appends count against budgets. Only what is stored counts: commands that are refused, change nothing or
 * were carried out earlier append nothing, and a failed append is refunded.
 */
export function chargedStore(store: EventStore, charge: ChargeAppend): EventStore {
  return {
    ...store,
    async append(stream, expected, events) {
      const taken = await charge({ isNew: expected === 'no-stream' })
      try {
        return await store.append(stream, expected, events)
      } catch (error) {
        taken.refund()
        throw error
      }
    },
  }
}
