import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, storedLine, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { focusedText, tabTo } from '../../support/browser/keyboard.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { eventually } from '../../support/eventually.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let products: Awaited<ReturnType<typeof addProducts>>

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  products = await addProducts(shop, [{}, { title: 'Vaayu V-40 Ventilator', description: 'Turbine-driven.' }])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const expectSpoken = (page: Page, text: string) =>
  eventually(async () => expect((await page.getByRole('status').allInnerTexts()).join(' ')).toContain(text))

/** The computed value of a property of the first existing element, or of a part of it (`button::before`). */
function styleOf(page: Page, selector: string, property: string): Promise<unknown> {
  const [element, part = ''] = selector.split('::')
  return page.evaluate(
    `getComputedStyle(document.querySelector('${element}'), '${part && `::${part}`}')['${property}']`,
  )
}

/** That there is a visible line around it, or next to it. */
async function expectSeen(page: Page, selector: string, line: 'outline' | 'border-top') {
  await page
    .locator(selector.split('::')[0] ?? '')
    .first()
    .waitFor()
  expect(await styleOf(page, selector, `${line}-style`)).toBe('solid')
  expect(await styleOf(page, selector, `${line}-color`)).not.toMatch(/^rgba.* 0\)$/)
}

async function pressF6(page: Page, name: RegExp) {
  await page.keyboard.press('F6')
  await expect.poll(() => focusedText(page)).toMatch(name)
}

async function expectHeading(page: Page, name: string) {
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await eventually(async () => expect(await page.evaluate('document.activeElement.id')).toBe('main'))
}

describe.each(widths(390, 768, 1440))('with the keyboard alone at a width of %i px', needsBrowserAtWidths, (width) => {
  test('a buyer gets from the search to a placed order, with each step announced', async () => {
    const user = storedUser(await shop.signUp('asha'))
    const { page, context, complaints } = await visitAs(browser, shop, { width, stored: { user } })
    await page.goto('/')
    await page.getByRole('heading', { name: 'New arrivals' }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => focusedText(page)).toBe('Skip to content')
    await tabTo(page, /^Search products$/)
    await page.keyboard.type('monitor')
    await page.getByRole('option').first().waitFor()
    await expectSpoken(page, '1 suggestion')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Search Results for "monitor"')
    await expectSpoken(page, '1 product')
    await tabTo(page, new RegExp(`^${monitor.title}$`))
    await page.keyboard.press('Enter')
    await expectHeading(page, monitor.title)
    await tabTo(page, /^Add to Cart$/)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Notifications' }).getByText('Product added to cart!').waitFor()
    await expect.poll(() => page.locator('[aria-live="polite"]', { hasText: 'Product added to cart!' }).count()).toBe(1)

    await page.goto('/cart')
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()
    await tabTo(page, /^Proceed to Checkout$/)
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Checkout')
    await page.keyboard.press('Tab')
    for (const text of ['Asha Rao', '9820012345', '12 MG Road', 'Pune', 'Maharashtra', '41']) {
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await tabTo(page, /^Place Order$/)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Please enter a valid 6-digit PIN code').waitFor()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('411001')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Order Placed Successfully!' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a message, with the keyboard alone,', needsBrowser, () => {
  test('waits while its action has the focus, to which F6 leads and from which it returns', async () => {
    const { page, context, complaints } = await visitAs(browser, shop, { width: 1440 })
    await page.clock.install()
    await page.goto(`/products/${products[0]?.id}`)
    await tabTo(page, /^Add to Cart$/)
    await page.keyboard.press('Enter')
    const message = page.getByRole('listitem').filter({ hasText: 'Product added to cart!' })
    await message.getByText('Press F6').waitFor()
    await pressF6(page, /^View cart$/)
    await page.clock.fastForward(60_000)
    await pressF6(page, /^Add to Cart/)
    await message.waitFor()
    await page.clock.fastForward(60_000)
    await message.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await message.waitFor()
    await pressF6(page, /^View cart$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Cart, 1 item' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedText(page)).toMatch(/^Add to Cart/)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('can undo each of three removals', async () => {
    const [first, second] = products
    if (!first || !second) throw new Error('no products were added')
    const cart = [storedLine(first), storedLine(second), storedLine({ ...first, id: 'withdrawn' })]
    const { page, context } = await visitAs(browser, shop, { stored: { cart } })
    await page.route('**/api/carts/**', (route) => route.abort())
    await page.route('**/api/products/**', (route) => route.abort())
    await page.clock.install()
    await page.goto('/cart')
    const lines = page.getByRole('main').getByRole('listitem')
    for (const left of [2, 1, 0]) {
      await tabTo(page, /^Remove /)
      await page.keyboard.press('Enter')
      await expect.poll(() => lines.count()).toBe(left)
    }
    for (const back of [1, 2, 3]) {
      await pressF6(page, /^Undo$/)
      await page.keyboard.press('Enter')
      await expect.poll(() => lines.count()).toBe(back)
    }
    await context.close()
  })
})

describe('with forced colours and reduced motion', needsBrowser, () => {
  test('focused, selected and current elements are distinguishable, and slides do not glide', async () => {
    const { page, context, complaints } = await visitAs(browser, shop, { width: 1440 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.goto('/')
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('monitor')
    await expectSeen(page, '[role=combobox]', 'outline')
    await page.getByRole('option').first().waitFor()
    await field.press('ArrowDown')
    await expectSeen(page, '[role=option][aria-selected=true]', 'outline')
    await field.press('Escape')
    await expectSeen(page, '[aria-label="Slide 1"]::before', 'border-top')
    expect(await styleOf(page, '[aria-label=Highlights] > div', 'transition-duration')).toBe('0.002s')

    await page.goto('/collection')
    const ground = await styleOf(page, 'article [aria-pressed]', 'background-color')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Compare: / })
      .first()
      .click()
    const chosen = () => styleOf(page, 'article [aria-pressed=true]', 'background-color')
    await expect.poll(() => chosen()).not.toBe(ground)
    await page.getByRole('button', { name: new RegExp(`^${monitor.brand} \\d`) }).click()
    await expectSeen(page, 'fieldset [aria-pressed=true]', 'border-top')
    expect(complaints).toEqual([])
    await context.close()
  })
})
