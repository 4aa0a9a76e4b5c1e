import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  goWithin,
  openBrowser,
  storedUser,
  visit,
  visitAs,
  type Visitor,
  type TestBrowser,
} from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let guest: Visitor

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  guest = await visit(browser, shop, 768)
  await guest.page.goto('/about-us')
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const placeOf = ({ page }: Visitor) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** The final address, as path and search, if the page is loaded there. */
async function leadsTo(visitor: Visitor, path: string): Promise<string> {
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  return placeOf(visitor)
}

/** Waits until the address leads there from another page of the shop. */
async function expectWithin(visitor: Visitor, path: string, place: string): Promise<void> {
  await goWithin(visitor.page, path)
  await expect.poll(() => placeOf(visitor)).toBe(place)
}

describe('the addresses of the shop', needsBrowser, () => {
  test.each([
    '/nowhere',
    '/products',
    '/collection/x-ray/y',
    '/about',
    '/services',
    '/doctors',
    '/appointment',
    '/faq',
  ])('%s, which does not exist, leads home', async (path) => {
    const { status, headers } = await shop.call('GET', path)
    expect([status, headers.get('Location')]).toEqual([302, '/'])
    await expectWithin(guest, path, '/')
  })

  test.each([
    ['/about-us', 'About Us'],
    ['/support-client-services', 'Support & Client Services'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/site-map', 'Site Map'],
    ['/login', 'Login'],
    ['/signup', 'Create Account'],
    ['/collection', 'All products'],
    ['/collection/products', 'All products'],
    ['/collection/tools', 'Tools'],
    ['/collection/trolley-mounting', 'Trolley & Mounting'],
    ['/collection/medicines', 'Medicines'],
    ['/collection/all-in-one-computer-trolley', 'All in One Computer Trolley'],
    ['/search?q=bed', 'Search Results for "bed"'],
  ])('%s shows %s', async (path, heading) => {
    expect((await shop.call('GET', path)).status).toBe(200)
    await expectWithin(guest, path, path)
    await expect.poll(() => guest.page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
  })

  test.each([
    '/checkout',
    '/profile',
    '/my-orders',
    '/my-orders/requests',
    '/admin',
    '/admin/products',
    '/service-request/p1',
  ])('%s requires a guest to log in first', async (path) => {
    expect((await shop.call('GET', path)).status).toBe(200)
    await expectWithin(guest, path, `/login?redirect=${encodeURIComponent(path)}`)
  })

  test('require a guest to log in first, on a full page load too', async () => {
    for (const path of ['/my-orders', '/admin'])
      expect(await leadsTo(guest, path)).toBe(`/login?redirect=${encodeURIComponent(path)}`)
  })

  test('show that a collection does not exist, with links to others, without a request', async () => {
    const requested: string[] = []
    guest.page.on('request', (request) => requested.push(request.url()))
    expect((await shop.call('GET', '/collection/doctors')).status).toBe(404)
    await goWithin(guest.page, '/collection/doctors')
    const main = guest.page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await main.getByText('No record(s) found').waitFor()
    const crumbs = guest.page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.poll(() => crumbs.innerText()).toMatch(/Collection\s+Page not found$/)
    await expect.poll(() => guest.page.title()).toMatch(/^Page not found/)
    expect(requested.filter((url) => url.includes('/api/products/collection/'))).toEqual([])
    await main.getByRole('link', { name: 'X-Ray' }).click()
    await main.getByRole('heading', { level: 1, name: 'X-Ray' }).waitFor()
  })

  test('lead a user away from login, signup and the admin’s screens', async () => {
    const stored = { user: storedUser(await shop.signUp('asha')) }
    const user = await visitAs(browser, shop, { stored })
    expect(await leadsTo(user, '/login')).toBe('/')
    expect(await leadsTo(user, '/admin/products')).toBe('/')
    for (const path of ['/login', '/signup', '/admin', '/admin/products']) await expectWithin(user, path, '/')
    await user.context.close()
  })

  test('on the site map lead home if they do not exist', async () => {
    // The browser has reported addresses that the shop answers with 404, as it should.
    guest.complaints.length = 0
    await goWithin(guest.page, '/site-map')
    await guest.page.getByRole('main').getByRole('link', { name: 'Doctors' }).click()
    await guest.page.waitForURL((url) => url.pathname === '/')
    expect(guest.complaints).toEqual([])
  })
})

describe('a page whose scripts the first one did not include', needsBrowser, () => {
  test('opens in its place, and Back leaves it in one step', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    const documents: string[] = []
    await page.goto('/about-us')
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    await page.getByRole('link', { name: /^Cart/ }).first().click()
    await page.getByText('Your cart is empty.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/cart')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/about-us')
    expect(documents).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('keeps the query of its address', async () => {
    const stored = { user: storedUser(await shop.signUp('meera')) }
    const { page, context } = await visitAs(browser, shop, { stored, width: 1440 })
    await page.goto('/about-us')
    await page.evaluate("history.pushState({}, '', '/my-orders?page=2')")
    await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor()
    expect(new URL(page.url()).search).toBe('?page=2')
    await context.close()
  })
})

describe('the text pages', needsBrowser, () => {
  test.each([
    [
      '/support-client-services',
      [
        'Free shipping anywhere in India for the first order.',
        'a delivery fee of ₹100 applies on orders of price ₹1,000',
        'big and heavy equipment',
        'within two weeks',
      ],
    ],
    [
      '/privacy-policy',
      [
        'Digital Personal Data Protection Act, 2023',
        'grievance officer',
        'Data Protection Board',
        'Service requests: what you and the shop wrote to each other',
        'the products that you looked at lately',
        'chose to compare',
        'email, last delivery address',
      ],
    ],
    ['/about-us', ['Sanjeevani Medical', 'exclusive of GST']],
  ])('%s contains what a buyer needs to know', async (path, sentences) => {
    await expectWithin(guest, path, path)
    await eventually(async () => {
      const text = (await guest.page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
      for (const sentence of sentences) expect(text).toContain(sentence)
    })
  })
})
