const form = /^ORD[0-9]{8}$/

const idsInAll = 100_000_000

/** Whether a client's order id has the form of spec §9: 'ORD' and 8 digits. */
export function isOrderId(text: string | undefined): text is string {
  return text !== undefined && form.test(text)
}

/** 'ORD' and the last 8 digits of the time, as the specification's client makes it (spec §3). */
export function orderIdAt(now: number): string {
  return orderIdOfNumber(now % idsInAll)
}

/** The id after this one; the last is followed by the first. */
export function nextOrderId(orderId: string): string {
  return orderIdOfNumber((Number(orderId.slice(3)) + 1) % idsInAll)
}

function orderIdOfNumber(number: number): string {
  return `ORD${String(Math.trunc(number)).padStart(8, '0')}`
}
