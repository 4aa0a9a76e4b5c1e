import { newId } from '#core/domain/ids.ts'
import { orderFor } from '../../support/shop/shop.ts'
import type { History, Person } from '../person.ts'

export const history: History = {
  'an order is received': (person) => order(person),
  'an order is cancelled by its buyer': async (person) => {
    await person.asPerson(`DELETE /api/orders/${await place(person)}`)
  },
  'an order is cancelled by the shop': (person) => order(person, 'confirm', 'cancel'),
  'an order is under way': (person) => order(person, 'confirm', 'dispatch'),
  'an order is noted upon': async (person) => {
    const path = `/api/orders/${await place(person)}`
    await person.asAdmin(`POST ${path}/notes`, { text: person.text('staffnote') })
  },
  'an order comes back': (person) => order(person, 'confirm', 'dispatch', 'deliver', 'return'),
}

async function order(person: Person, ...steps: readonly string[]): Promise<void> {
  const orderId = await place(person)
  for (const step of steps) await person.asAdmin(`POST /api/orders/${orderId}/${step}`, wordsOf(person, step))
}

/** Sent twice under one key, as a phone does that has not heard the answer. */
async function place({ text, mobile, zipCode, product, asPerson }: Person): Promise<string> {
  const shipping = {
    name: text('receiver'),
    email: mobile(),
    address: text('street'),
    city: text('city'),
    state: text('state'),
    zipCode,
  }
  const body = orderFor([[product, 1]], { shipping })
  const headers = { 'Idempotency-Key': newId() }
  for (let times = 0; times < 2; times++) await asPerson('POST /api/orders', body, headers)
  return body.orderId
}

function wordsOf({ text }: Person, step: string): Record<string, string> {
  if (step === 'dispatch') return { carrier: text('carrier'), trackingNumber: text('tracking') }
  return step === 'cancel' || step === 'return' ? { reason: text('reason') } : {}
}
