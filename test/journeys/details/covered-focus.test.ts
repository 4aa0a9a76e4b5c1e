import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let ids: string[]

beforeAll(async () => {
  shop = await openShopForBrowser()
  const pumps = Array.from({ length: 14 }, (_, index) => ({
    title: `Infusion Pump ${index}`,
    brand: `Brand ${index % 9}`,
    featureDescription: 'Weight: 4 kg',
  }))
  ids = (await addProducts(shop, pumps)).map(({ id }) => id)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** The element at this selector or, without one, the focused element, if another one is in front of its upper or lower edge. */
const coveredOf = (selector?: string) => `(() => {
  const element = ${selector === undefined ? 'document.activeElement' : `document.querySelector('${selector}')`}
  if (element === document.body) return []
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const isSeen = (y) => {
    const front = document.elementFromPoint((left + right) / 2, y)
    return front !== null && (element.contains(front) || front.contains(element))
  }
  return isSeen(top + 3) && isSeen(bottom - 3) ? [] : [element.outerHTML.slice(0, 200)]
})()`

/** What is covered when it gets the focus, while this key is pressed so many times. */
async function coveredBy(page: Page, key: 'Tab' | 'Shift+Tab', times: number): Promise<string[]> {
  const covered: string[] = []
  for (let pressed = 0; pressed < times; pressed++) {
    await page.keyboard.press(key)
    covered.push(...(await page.evaluate<string[]>(coveredOf())))
  }
  return covered
}

/** Focuses the first link of the footer, and scrolls the second one to where both bars are. */
const nextLinkBehindTheBars = `(() => {
  const [first, second] = document.querySelectorAll('footer a')
  first.focus({ preventScroll: true })
  scrollBy(0, second.getBoundingClientRect().bottom - innerHeight + 80)
})()`

describe('on a phone, what the keyboard leads to is in front', needsBrowser, () => {
  test('of the link to all results, for each suggestion, which has an outline', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/cart')
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('infusion')
    await page.getByRole('option', { name: /All results for/ }).waitFor()
    const pumps = await page.getByRole('group', { name: 'Products' }).getByRole('option').count()
    const covered: string[] = []
    for (let index = 0; index < pumps; index++) {
      await field.press('ArrowDown')
      await page.locator(`[role=option][id$="-${index}"][aria-selected=true]`).waitFor()
      covered.push(...(await page.evaluate<string[]>(coveredOf('[role=option][aria-selected=true]'))))
    }
    expect(covered).toEqual([])
    const outline = "getComputedStyle(document.querySelector('[role=option][aria-selected=true]')).outlineColor"
    expect(await page.evaluate(outline)).not.toBe('rgba(0, 0, 0, 0)')
    await context.close()
  })

  test('of the button that closes the filters', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/collection')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    expect(await coveredBy(page, 'Tab', 25)).toEqual([])
    await context.close()
  })

  test('of the head of the menu', async () => {
    const { page, context } = await visit(browser, shop)
    await page.setViewportSize({ width: 390, height: 500 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByText('Medical Devices', { exact: true }).click()
    await menu.getByRole('link', { name: /@/ }).focus()
    expect(await coveredBy(page, 'Shift+Tab', 14)).toEqual([])
    await context.close()
  })

  test('of the bars of a product page with a comparison', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto(`/products/${ids[0]}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'Devices to compare' }).waitFor()
    await page.evaluate(nextLinkBehindTheBars)
    await page.getByRole('region', { name: 'Price and cart' }).waitFor()
    expect(await coveredBy(page, 'Tab', 1)).toEqual([])
    await context.close()
  })

  test('of the names of the properties in a comparison', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto(`/compare?ids=${ids.slice(0, 3).join(',')}`)
    await page.getByRole('button', { name: 'Add a device' }).focus()
    expect(await coveredBy(page, 'Shift+Tab', 12)).toEqual([])
    await context.close()
  })
})
