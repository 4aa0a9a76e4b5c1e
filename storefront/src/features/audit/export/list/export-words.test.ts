import { expect, it } from 'vitest'
import { wordsOfFilter } from './export-words.ts'

it('says which events an export has', () => {
  expect(wordsOfFilter({})).toBe('All events')
  expect(wordsOfFilter({ category: 'order', type: 'OrderPlaced' })).toBe('order, OrderPlaced')
  expect(wordsOfFilter({ where: 'type = OrderPlaced', without: 'audit' })).toBe(
    'where type = OrderPlaced, no reads of personal data',
  )
  const by = '01940000-0000-7000-8000-00000000000a'
  expect(wordsOfFilter({ stream: `cart-${by}`, by })).toBe('cart-…0000000a, by …0000000a')
})
