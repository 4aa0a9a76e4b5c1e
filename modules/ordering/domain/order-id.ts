const form = /^ORD[0-9]{8}$/

const idCount = 100_000_000

/** Whether a client's order id has the form of spec §9: 'ORD' and 8 digits. */
export function isOrderId(text: string | undefined): text is string {
  return text !== undefined && form.test(text)
}

/** 'ORD' and the last 8 digits of the time in ms, as the specification's client creates it (spec §3). */
export function orderIdAt(now: number): string {
  return orderIdOfNumber(now % idCount)
}

/** The next id; the first one follows the last. */
export function nextOrderId(orderId: string): string {
  return orderIdOfNumber((Number(orderId.slice(3)) + 1) % idCount)
}

function orderIdOfNumber(number: number): string {
  return `ORD${String(Math.trunc(number)).padStart(8, '0')}`
}
