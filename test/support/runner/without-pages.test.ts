import { expect, test } from 'vitest'
import { mayOpenPages } from './without-pages.ts'

test.each([
  ['test/http/carts.test.ts', false],
  ['./modules/cart', false],
  ['core/', false],
  ['test/http', false],
  ['test', true],
  ['test/journeys/cart.test.ts', true],
  ['test/http-kit', false],
  ['carts', true],
])('the filter %s may open pages: %s', (filter, expected) => {
  expect(mayOpenPages(filter)).toBe(expected)
})
