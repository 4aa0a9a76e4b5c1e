import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { adminPlaces } from '../../lib/manifests.gen.ts'
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

test('each page below /admin belongs to a link of the navigation, and not only to /admin itself', async () => {
  const tree = await readFile(new URL('../../routeTree.gen.ts', import.meta.url), 'utf8')
  const pages = new Set(Array.from(tree.matchAll(/^ {2}'(\/admin\/[^']+)': typeof/gm), ([, path = '']) => path))
  expect(pages).toContain('/admin/orders/$orderId')
  const named = adminPlaces.flatMap(({ to, covers }) => [to, ...covers]).filter((path) => path !== '/admin')
  const isNamed = (page: string) => named.some((path) => page === path || page.startsWith(`${path}/`))
  expect(
    [...pages].filter((page) => !isNamed(page.replace(/\/$/, ''))),
    'add these to `adminPlaces` of a manifest, or to `covers` of one of them',
  ).toEqual([])
})

test('each page below /admin has an outline of a screen of the console to show while it loads', async () => {
  const routes = new URL('../../routes/admin/', import.meta.url)
  const pages = (await readdir(routes, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  expect(pages.length).toBeGreaterThan(15)
  const texts = await Promise.all(pages.map((page) => readFile(new URL(page, routes), 'utf8')))
  const without = pages.filter((_, index) => !texts[index]?.includes('pendingComponent: ScreenSkeleton'))
  expect(without, 'add `pendingComponent: ScreenSkeleton`: the standard one is a grid of products').toEqual([])
})
