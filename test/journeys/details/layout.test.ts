import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, storedUser, visit, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
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

/** The smaller side of each link outside of main, with its text; the skip link is not meant for fingers. */
const linkSizes = `[...document.querySelectorAll('header a, footer a, nav[aria-label=Breadcrumb] a')].flatMap((link) => {
  const { width, height } = link.getBoundingClientRect()
  return link.checkVisibility() && link.hash !== '#main' ? [[link.textContent, Math.min(width, height)]] : []
})`

const expectToast = (page: Page, text: string) =>
  page.getByLabel('Notifications').getByText(text, { exact: true }).waitFor()
const entries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('> ul > li').allInnerTexts()

async function admin() {
  const body = { username: 'admin', password: 'a shop that is only tested' }
  return storedUser((await shop.call('POST', '/api/auth/authenticate', { body })).body)
}

describe.each(widths(390, 768))('the layout at a width of %i px', needsBrowserAtWidths, (width) => {
  test('has a side menu with greeting, service requests, cart and login instead of the desktop’s menu', async () => {
    const { page, context, complaints } = await visit(browser, shop, width)
    await page.goto('/')
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    await expect.poll(() => page.getByLabel('Close contact bar').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByText('Hi there').waitFor()
    await menu.getByRole('link', { name: 'Track Your Service Request' }).waitFor()
    await menu.getByRole('link', { name: 'Cart' }).waitFor()
    await menu.getByText('Trolley & Mounting', { exact: true }).click()
    await menu.getByRole('link', { name: 'Medical Furniture' }).click()
    await page.waitForURL('**/collection/medical-furniture')
    await expect.poll(() => menu.isVisible()).toBe(false)
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
    const openTheSame = async () => {
      await menu.getByText('Trolley & Mounting', { exact: true }).click()
      await menu.getByRole('link', { name: 'Medical Furniture' }).click()
    }
    const closeByButton = () => menu.getByLabel('Close menu').click()
    for (const close of [() => page.keyboard.press('Escape'), closeByButton, openTheSame]) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await close()
      await menu.waitFor({ state: 'hidden' })
      await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Menu')
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('greets the logged-in person by name and logs them out', async () => {
    const user = storedUser(await shop.signUp('asha'))
    const { page, context } = await visitAs(browser, shop, { width, stored: { user } })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByText('Hi asha Rao', { exact: true }).waitFor()
    await menu.getByRole('link', { name: 'My Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'My Profile' }).waitFor()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'My Orders' }).click()
    await page.waitForURL('**/my-orders')
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'Logout successful!')
    await expect.poll(() => page.evaluate("localStorage.getItem('user')")).toBeNull()
    await context.close()
  })
})

describe('the layout on the desktop', needsBrowser, () => {
  test('has a bar with city, phone and support that can be closed', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto('/')
    const bar = page.getByRole('complementary', { name: 'Contact' })
    await expect.poll(() => bar.innerText()).toMatch(/Pune, Maharashtra[^]*\+91 20 4000 1234[^]*support@/)
    await bar.getByRole('button', { name: 'Close contact bar' }).click()
    await bar.waitFor({ state: 'detached' })
    await context.close()
  })

  test('shows each role its menu, with groups that open and close', async () => {
    const everyone = ['Medical Devices', 'Tools', 'Trolley & Mounting', 'Medicines']
    const guest = await visit(browser, shop, 992)
    await guest.page.goto('/')
    await expect.poll(() => entries(guest.page)).toEqual(everyone)
    const group = guest.page.getByRole('button', { name: 'Tools', exact: true })
    await group.focus()
    await guest.page.keyboard.press('Enter')
    await guest.page.getByRole('link', { name: 'Sports Medicine' }).first().waitFor()
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true')
    await guest.page.keyboard.press('Escape')
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
    await guest.context.close()

    const boss = await visitAs(browser, shop, { width: 1440, stored: { user: await admin() } })
    await boss.page.goto('/')
    await expect.poll(() => entries(boss.page)).toEqual([...everyone, 'Admin'])
    await boss.page.getByRole('button', { name: 'Admin', exact: true }).click()
    const links = boss.page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').last()
    await links.waitFor()
    await boss.page.getByRole('link', { name: 'All Service Request' }).click()
    await boss.page.waitForURL('**/my-orders')
    await boss.page.getByRole('heading', { level: 1, name: 'All orders' }).waitFor()
    await boss.page.getByRole('button', { name: 'Admin', exact: true, expanded: false }).click()
    await boss.page.getByRole('link', { name: 'Add/Update Details' }).click()
    await boss.page.waitForURL('**/admin')
    await boss.page.getByRole('button', { name: /^Hi, / }).click()
    await expect.poll(() => boss.page.getByRole('link', { name: 'Track Your Orders' }).count()).toBe(0)
    await boss.context.close()
  })

  test('has a menu of the user: profile, orders, logout', async () => {
    const user = storedUser(await shop.signUp('asha'))
    const { page, context } = await visitAs(browser, shop, { width: 1440, stored: { user } })
    await page.goto('/')
    await page.getByRole('button', { name: 'Hi, asha Rao' }).click()
    await page.getByRole('link', { name: 'My Profile' }).click()
    await page.getByRole('main').getByText(user.loginUserName).first().waitFor()
    await page.getByRole('button', { name: 'Hi, asha Rao' }).click()
    await page.getByRole('link', { name: 'Track Your Orders' }).click()
    await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor()
    await page.getByRole('button', { name: 'Hi, asha Rao' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'Logout successful!')
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    await context.close()
  })

  test('shows the position of a screen in a breadcrumb, the last step bold and without a link', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto('/collection/x-ray')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.poll(() => crumbs.getByRole('listitem').allInnerTexts()).toEqual(['Home', 'Collection', 'X-Ray'])
    await expect.poll(() => crumbs.locator('strong').innerText()).toBe('X-Ray')
    await expect.poll(() => crumbs.getByRole('link').allInnerTexts()).toEqual(['Home', 'Collection'])
    await context.close()
  })

  test('ends in contact, enquiries, other links, social icons and the year', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    const links = await footer.getByRole('navigation', { name: 'Other links' }).getByRole('link').allInnerTexts()
    expect(links).toEqual(['About Us', 'Support & Client Services', 'Privacy Policy', 'Site Map'])
    const text = await footer.innerText()
    expect(text).toContain('Contact us')
    expect(text).toContain('Enquiries')
    expect(text).toContain(`© ${new Date().getFullYear()}`)
    await expect.poll(() => footer.getByRole('link', { name: /opens in a new tab/ }).count()).toBe(3)
    await context.close()
  })

  test('has links in the header, the footer and the breadcrumb that are large enough for a finger', async () => {
    for (const width of [390, 1440]) {
      const { page, context } = await visit(browser, shop, width)
      await page.goto('/collection/x-ray')
      const sizes = await page.evaluate<[text: string, size: number][]>(linkSizes)
      expect(sizes.length).toBeGreaterThan(9)
      expect(sizes.filter(([, size]) => size < 44)).toEqual([])
      await page.goto('/')
      const all = await page.getByRole('link', { name: 'See all products' }).boundingBox()
      expect(all?.height).toBeGreaterThanOrEqual(44)
      await context.close()
    }
  })

  test('searches only for text that is not blank', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto('/')
    const field = page.getByPlaceholder('Type your search query here and press enter.')
    await field.fill('   ')
    await field.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/')
    await field.fill('  syringe pump ')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Search Results for "syringe pump"' }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('syringe pump')
    await page.getByRole('main').getByText('No results found.').waitFor()
    await context.close()
  })
})
