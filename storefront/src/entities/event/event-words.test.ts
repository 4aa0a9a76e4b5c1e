import { expect, test } from 'vitest'
import { wordsOfStream, wordsOfType } from './event-words.ts'

test('types and streams are named in words, with short ids', () => {
  expect(wordsOfType('OrderPlaced')).toBe('order placed')
  expect(wordsOfStream('order-ORD48210377')).toBe('Order ORD48210377')
  expect(wordsOfStream('cart-0192a1b2-0000-7000-8000-00000000beef')).toBe('Cart …0000beef')
  expect(wordsOfStream('product-sku-7')).toBe('Product sku-7')
  expect(wordsOfStream('searchSynonyms')).toBe('Search synonyms')
  expect(wordsOfStream('invoice-7')).toBe('invoice-7')
})
