import type { OwnershipRecord } from '#core/event-store/identity/events.ts'
import type { Owner } from '#core/event-store/identity/own-engine.ts'

/** The owner that a running shop process with this ownership presents. */
export function ownerWith(ownership: OwnershipRecord): Owner {
  return { ownership: () => Promise.resolve(ownership), isRunning: true }
}

/** The shop that owns the engines of a suite. */
export const ownerOfTests = ownerWith({
  shopId: '019aab00-0000-7000-8000-000000000001',
  name: 'shop.example.in',
  database: '1/1',
})
