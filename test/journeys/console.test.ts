import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../support/browser/admin-browser.ts'
import { axeViolations } from '../support/browser/axe.ts'
import { openBrowser, storedUser, visitAs, type TestBrowser } from '../support/browser/browser.ts'
import { openPlace } from '../support/browser/console.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const places = (page: Page) => page.getByRole('navigation', { name: 'Admin' })
const current = (page: Page) => places(page).locator('[aria-current=page]').allInnerTexts()
const screen = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

describe('the console', needsBrowser, () => {
  test('has a side rail with its sections, which stays collapsed until it is expanded again', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/products')
    await expect.poll(() => current(page)).toEqual(['Products'])
    await openPlace(page, 'Orders')
    await screen(page, 'Orders')
    await expect.poll(() => current(page)).toEqual(['Orders'])

    const widthOf = async () => (await places(page).boundingBox())?.width ?? 0
    expect(await widthOf()).toBeGreaterThan(150)
    await page.getByRole('button', { name: 'Collapse', exact: true }).press('Enter')
    await expect.poll(widthOf).toBeLessThan(80)
    await page.reload()
    await places(page).waitFor()
    expect(await widthOf()).toBeLessThan(80)
    expect(await axeViolations(page)).toEqual([])
    await openPlace(page, 'People')
    await screen(page, 'People')
    await page.getByRole('button', { name: 'Expand', exact: true }).click()
    await expect.poll(widthOf).toBeGreaterThan(150)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('shows its own outline until its scripts and then its data arrive, and not that of a grid of products', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    const [scripts, data] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/assets\/(admin|console)-[^/]*\.js$/, (route) => scripts.promise.then(() => route.continue()))
    await page.route('**/api/orders?*', (route) => data.promise.then(() => route.continue()))
    const products = page.locator('[class*=product-grid]')
    await page.goto('/admin/orders')
    await page.locator('.console-rail .console-line').first().waitFor()
    expect(await products.count()).toBe(0)
    expect(await places(page).count()).toBe(0)
    scripts.resolve()
    expect(await products.count()).toBe(0)
    data.resolve()
    await screen(page, 'Orders')
    expect(await page.locator('.console-line').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('has a compact form of the shop’s frame with all of its parts', async () => {
    const { page, context } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/orders')
    await screen(page, 'Orders')
    const header = page.getByRole('banner')
    await header.getByRole('searchbox').or(header.getByRole('combobox')).first().waitFor()
    await header.getByRole('link', { name: /^Cart/ }).waitFor()
    await header.getByRole('button', { name: /^Hi, / }).waitFor()
    expect(await header.getByRole('button', { name: 'Medicines' }).count()).toBe(0)
    await header.getByRole('button', { name: 'Admin', exact: true }).press('Enter')
    await expect
      .poll(() => header.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts())
      .toEqual(['Add/Update Details', 'All Service Request'])
    expect(await page.getByLabel('Close contact bar').isVisible()).toBe(false)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
    const footer = page.getByRole('contentinfo')
    const links = footer.getByRole('navigation', { name: 'Other links' }).getByRole('link')
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual(['About Us', 'Support & Client Services', 'Privacy Policy', 'Site Map'])
    await footer.getByText(/^© /).waitFor()
    expect((await footer.boundingBox())?.height).toBeLessThan(70)
    expect((await header.boundingBox())?.height).toBeLessThan(70)

    await page.getByRole('link', { name: 'Add/Update Details' }).click()
    await page.waitForURL('**/admin')
    await header.getByRole('link').first().click()
    await header.getByRole('link', { name: 'Medicines' }).waitFor()
    await page.getByLabel('Close contact bar').waitFor()
    await context.close()
  })

  test('is a drawer on a phone, which the keyboard opens, closes and leaves', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin/users')
    const opener = page.getByRole('button', { name: 'Console: People' })
    await opener.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Console' })
    await drawer.waitFor()
    expect(await current(page)).toEqual(['People'])
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Console: People')
    await openPlace(page, 'Products')
    await screen(page, 'Products')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Console: Products' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('contains the orders of an admin, and not those of a buyer', async () => {
    const admin = await visitAsAdmin(browser, shop, 1440)
    await admin.page.goto('/my-orders')
    await screen(admin.page, 'All orders')
    await expect.poll(() => current(admin.page)).toEqual(['Orders'])
    await admin.context.close()

    const user = storedUser(await shop.signUp('asha'))
    const buyer = await visitAs(browser, shop, { width: 1440, stored: { user } })
    await buyer.page.goto('/my-orders')
    await screen(buyer.page, 'My Orders')
    expect(await places(buyer.page).count()).toBe(0)
    await buyer.context.close()
  })
})
