import { describe, expect, it } from 'vitest'
import { countOf, formatAmount, formatDay, formatPrice } from './format.ts'

describe('money', () => {
  it('has Indian digit grouping, without decimals on cards and with two in the cart', () => {
    expect(formatPrice(1_245_000)).toBe('₹12,45,000')
    expect(formatAmount(124_500)).toBe('₹1,24,500.00')
    expect(formatAmount(0.5)).toBe('₹0.50')
  })

  it('has a text for a missing price', () => {
    expect(formatPrice(null)).toBe('Price not available')
    expect(formatPrice(Number.NaN)).toBe('Price not available')
  })
})

describe('counts and times', () => {
  it('agree with their noun', () => {
    expect(countOf(1, 'product')).toBe('1 product')
    expect(countOf(0, 'product')).toBe('0 products')
    expect(countOf(123_456, 'product')).toBe('1,23,456 products')
  })

  it('are in the Indian time zone, and empty for a text that is not a time', () => {
    expect(formatDay('2026-11-20T20:00:00Z')).toBe('21 Nov 2026')
    expect(formatDay('soon')).toBe('')
  })
})
