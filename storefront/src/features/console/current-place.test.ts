import { describe, expect, test } from 'vitest'
import { currentPlace } from './current-place.ts'

describe('the section of the console that a path belongs to', () => {
  test.each([
    ['/admin', 'Products'],
    ['/admin/products', 'Products'],
    ['/admin/products/42/history', 'Products'],
    ['/admin/import', 'Products'],
    ['/admin/orders', 'Orders'],
    ['/admin/orders/7', 'Orders'],
    ['/my-orders', 'Orders'],
    ['/my-orders/7', 'Orders'],
    ['/my-orders/requests', 'Requests'],
    ['/admin/service-requests/7', 'Requests'],
    ['/admin/streams/cart-7', 'Events'],
    ['/admin/carts/7', 'Events'],
    ['/admin/events/7', 'Events'],
  ])('of %s is %s', (pathname, label) => expect(currentPlace(pathname)?.label).toBe(label))

  test('is undefined outside the console, even if only the first letters are equal', () => {
    expect(currentPlace('/')).toBeUndefined()
    expect(currentPlace('/my-orders-of-others')).toBeUndefined()
  })
})
