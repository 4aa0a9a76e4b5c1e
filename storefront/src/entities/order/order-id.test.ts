import { expect, it } from 'vitest'
import { makeOrderId } from './order-id.ts'

it("is 'ORD' and the last 8 digits of the time, zeros kept", () => {
  expect(makeOrderId(1_763_600_000_042)).toBe('ORD00000042')
})
