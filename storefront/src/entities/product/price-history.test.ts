import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../lib/api/orders.ts'
import { pricePoints, priceSteps, priceSummary } from './price-history.ts'

const by = { name: 'Meera', role: 'ADMIN' }
const entry = (revision: number, type: string, data: HistoryEntry['data']): HistoryEntry => ({
  revision,
  type,
  at: `2026-11-0${revision + 1}T00:00:00.000Z`,
  by,
  data,
})
const history = [
  entry(0, 'ProductAdded', { pricePaise: 10_000 }),
  entry(1, 'ProductStockChanged', { from: 1, to: 2 }),
  entry(2, 'ProductPriceChanged', { from: 10_000, to: 20_050 }),
  entry(3, 'ProductDeleted', {}),
  entry(4, 'ProductRestored', { pricePaise: 20_050 }),
]
const now = Date.parse('2026-11-05T00:00:00.000Z')

describe('the price history', () => {
  it('lists each new price in rupees with who set it; changes of stock and an unchanged price add no point', () => {
    expect(pricePoints(history)).toEqual([
      { key: 0, at: '2026-11-01T00:00:00.000Z', price: 100, by: 'Meera' },
      { key: 2, at: '2026-11-03T00:00:00.000Z', price: 200.5, by: 'Meera' },
    ])
  })

  it('is summarised in one sentence', () => {
    expect(priceSummary(pricePoints(history))).toBe(
      'From ₹100.00 on 1 Nov 2026 to ₹200.50 now, between ₹100.00 and ₹200.50.',
    )
    expect(priceSummary(pricePoints(history.slice(0, 2)))).toBe('₹100.00 since 1 Nov 2026, never changed.')
    expect(priceSummary([])).toBe('No price is known.')
  })

  it('is drawn as steps: each price holds until the next one, the last until now', () => {
    expect(priceSteps(pricePoints(history), now, { width: 100, height: 40 })).toBe('M0 40H50V0H100')
    expect(priceSteps(pricePoints(history.slice(0, 1)), now, { width: 100, height: 40 })).toBe('M0 20H100')
  })
})
