import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await addProducts(shop, [{ title: 'Bedside Monitor' }])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function searchFor(page: Page, text: string) {
  const box = page.getByRole('combobox').first()
  await box.fill(text)
  await box.press('Enter')
}

const ways: [string, (page: Page) => Promise<void>, string][] = [
  ['a search', (page) => searchFor(page, 'monitor'), 'monitor'],
  [
    'a link',
    (page) =>
      page
        .getByRole('contentinfo')
        .getByRole('link', { name: /Support/ })
        .first()
        .click(),
    'Support',
  ],
]

describe('without a connection', needsBrowser, () => {
  test.each(ways)(
    '%s reports it in plain words, and continues automatically once there is one',
    async (_, go, title) => {
      const { page, context } = await visit(browser, shop, 1440)
      // The screen of a search reports it itself.
      for (const path of ['/', '/search?q=infusion']) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await context.setOffline(true)
        await go(page)
        const reason = page.getByRole('main').getByText('Network error. Please check your connection and try again.')
        await reason.waitFor()
        await context.setOffline(false)
        await heading(page, title).waitFor()
        await reason.waitFor({ state: 'detached' })
      }
      expect(page.url()).toContain(shop.url)
      await context.close()
    },
  )

  test('a menu that fails to load leaves the page unchanged, and loads on the next attempt', async () => {
    const { page, context } = await visit(browser, shop, 390)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/side-menu*', (route) => route.abort())
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await menu.click()
    await page
      .getByLabel('Notifications')
      .getByText('Network error. Please check your connection and try again.')
      .waitFor()
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
    expect(await heading(page, 'This page could not be loaded').count()).toBe(0)
    await page.unroute('**/assets/side-menu*')
    await menu.click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await expect
      .poll(() => page.evaluate("getComputedStyle(document.querySelector('dialog')).borderTopStyle"))
      .toBe('none')
    await context.close()
  })

  test('a menu whose script a deployment has replaced opens after the page has reloaded itself', async () => {
    const { page, context } = await visit(browser, shop, 390)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/side-menu*', (route) => route.fulfill({ status: 404 }))
    const html = '<!doctype html><script type="module" src="/assets/index-newer.js"></script>'
    await page.route(`${shop.url}/`, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ contentType: 'text/html', body: html })
        : route.continue(),
    )
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    const reloaded = page.waitForEvent('load')
    await menu.click()
    await reloaded
    await page.unrouteAll()
    await page.waitForLoadState('networkidle')
    await menu.click()
    await expect.poll(() => page.getByRole('dialog', { name: 'Menu' }).count()).toBe(1)
    await context.close()
  })

  test('a screen whose script a deployment has replaced opens after the page has reloaded itself', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    let isReloaded = false
    page.on('request', (request) => (isReloaded ||= request.isNavigationRequest()))
    await page.route('**/assets/*.js', (route) => (isReloaded ? route.continue() : route.fulfill({ status: 404 })))
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /Support/ })
      .first()
      .click()
    await heading(page, 'Support').waitFor()
    expect(isReloaded).toBe(true)
    await context.close()
  })
})
