import { expect, it } from 'vitest'
import { makeOrderId } from './order-id.ts'

it("makes an order id of 'ORD' and the last 8 digits of the time, including leading zeros", () => {
  expect(makeOrderId(1_763_600_000_042)).toBe('ORD00000042')
})
