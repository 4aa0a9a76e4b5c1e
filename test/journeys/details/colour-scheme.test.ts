import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

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

const grounds = { light: 'rgb(255, 255, 255)', dark: 'rgb(15, 24, 23)' }
const isSearchFocused = (page: Page) => page.evaluate<boolean>('document.activeElement?.name === "q"')
const groundOf = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')

describe('the colour scheme', needsBrowser, () => {
  test('follows the device until one is chosen, which the next visit applies before the shop’s scripts', async () => {
    const { context, page, complaints } = await visit(browser, shop)
    await page.goto('/about-us')
    expect(await groundOf(page)).toBe(grounds.light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await groundOf(page)).toBe(grounds.dark)

    await page.getByRole('button', { name: 'Appearance' }).press('Enter')
    const system = page.getByRole('radio', { name: 'System' })
    expect(await system.isChecked()).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await system.focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
    expect(await groundOf(page)).toBe(grounds.light)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('checkbox', { name: 'The / key moves to the search' }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    expect(await isSearchFocused(page)).toBe(false)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await groundOf(page)).toBe(grounds.dark)

    await page.getByRole('button', { name: 'Appearance' }).press('Enter')
    await page.getByRole('checkbox', { name: 'The / key moves to the search' }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    expect(await isSearchFocused(page)).toBe(true)

    const next = await context.newPage()
    await next.route('**/assets/*.js', (route) => route.abort())
    await next.goto('/cart')
    await next.getByRole('status').getByText('Loading …').waitFor()
    expect(await groundOf(next)).toBe(grounds.dark)
    await next.emulateMedia({ media: 'print' })
    expect(await groundOf(next)).toBe(grounds.light)

    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByText('System').click()
    expect(await page.evaluate('localStorage.getItem("scheme")')).toBeNull()
    expect(await groundOf(page)).toBe(grounds.light)
    expect(complaints).toEqual([])
  })
})
