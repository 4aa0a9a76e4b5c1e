import type { JobTiming } from '#core/jobs/queue.ts'
import type { MailData } from '#workers/mails/compose-mail.ts'
import type { MailedOrder } from '#workers/mails/content.ts'
import { orderMails } from '#workers/mails/order-mails.ts'
import type { SendingPolicy } from '#workers/sending-policy.ts'

export const buyerId = '01940000-0000-7000-8000-00000000000a'
export const shop = { name: 'Sanjeevani Medical', publicUrl: 'https://shop.example', mailbox: 'orders@shop.example' }
export const from = { name: shop.name, address: 'orders@shop.example' }

/** In ms what production does in minutes and hours; a lease that a loaded machine can keep. */
export const quick: SendingPolicy = {
  perSecond: 20,
  maxAttempts: 3,
  firstPauseMs: 20,
  factor: 2,
  holdAfterMs: 24 * 60 * 60 * 1_000,
  engineUnavailableMs: 20,
  sendLeaseMs: 10_000,
  queueLeaseMs: 400,
  pollMs: 50,
  burstDelayMs: 50,
  stalls: { firstPauseMs: 20, longestPauseMs: 40 },
}

/** How soon the queue notices that a worker is dead. */
export const jobTiming: Partial<JobTiming> = { lockDuration: 600, stalledInterval: 300 }

const order: MailedOrder = {
  orderId: 'ORD48210377',
  placedAt: '2026-11-20T10:00:00.000Z',
  buyer: { id: buyerId },
  items: [
    { title: 'VM-12 Monitor', company: 'Aarogya Meditech', brand: 'Aarogya', pricePaise: 8_450_000, quantity: 2 },
  ],
  shipping: {
    name: 'Asha Rao',
    mobile: '9820012345',
    address: '12 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    zipCode: '411001',
  },
  totalPaise: 16_900_000,
  carrier: 'Bluedart',
  trackingNumber: 'BD123456789IN',
  reason: 'The buyer asked for a larger model',
}

export const orderAt = (orderId: string) => Promise.resolve({ ...order, orderId })

export const mailData: MailData = {
  writers: orderMails({ orderAt }),
  account: (id) => Promise.resolve(id === buyerId ? { name: 'Asha Rao', email: 'asha@clinic.in' } : undefined),
}

const nothingRecorded = () => Promise.reject(new Error('no test here decides about mails'))

/** Where no operator decides about mails, nothing is recorded but retries, whose records are dropped. */
export const nothingDecided = {
  recordDecision: nothingRecorded,
  recordRetry: () => Promise.resolve(0),
  recordCopy: nothingRecorded,
  isCausedByEvents: () => true,
}
