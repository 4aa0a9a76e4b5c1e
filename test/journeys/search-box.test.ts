import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../support/browser/axe.ts'
import { openBrowser, visit, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser } from '../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  const pumps = Array.from({ length: 10 }, (_, index) => ({ title: `Infusion Pump ${index + 1}` }))
  await addProducts(shop, [{ title: 'Patient Monitor One' }, { title: 'Patient <b>Monitor</b> & Two' }, ...pumps])
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const hiddenHeightOfList = "((list) => list.scrollHeight - list.clientHeight)(document.querySelector('[role=listbox]'))"
const bottomOf = (box: { y: number; height: number } | null) =>
  box === null ? Infinity : Math.round(box.y + box.height)

describe('the search of the header', needsBrowser, () => {
  test('suggests during typing, is navigated by the arrow keys, and keeps the focus in the field', async () => {
    const { page, context, complaints } = await visit(browser, shop)
    await page.goto('/cart')
    // The screen below first announces the number of items in the cart; the suggestions are announced after that.
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('0 items')
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.pressSequentially('patint')
    const options = page.getByRole('option')
    await expect.poll(() => options.count()).toBe(3)
    await expect.poll(() => options.locator('mark').first().innerText()).toBe('Patient')
    await page.getByText('Patient <b>Monitor</b> & Two').waitFor()
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('2 suggestions')
    const activeText = async () => {
      const id = await field.getAttribute('aria-activedescendant')
      return id === null ? 'the field' : page.locator(`[id="${id}"]`).innerText()
    }
    await field.press('ArrowUp')
    await expect.poll(() => activeText()).toContain('All results for “patint”')
    await field.press('ArrowDown')
    await expect.poll(() => activeText()).toBe('the field')
    await field.press('ArrowDown')
    await expect.poll(() => activeText()).not.toBe('the field')
    const first = (await activeText()).split('\n')[0] ?? ''
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: first, exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('leads to all results on a phone, and shows products with picture and price, and categories', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/cart')
    await page.getByRole('combobox', { name: 'Search products' }).fill('infusion')
    const all = page.getByRole('option', { name: /All results for/ })
    await all.waitFor()
    const list = page.getByRole('listbox')
    await expect.poll(() => page.evaluate(hiddenHeightOfList)).toBeGreaterThan(0)
    const [listBox, allBox] = await Promise.all([list.boundingBox(), all.boundingBox()])
    expect(bottomOf(allBox)).toBeLessThanOrEqual(bottomOf(listBox))
    const pumps = page.getByRole('group', { name: 'Products' }).getByRole('option')
    await pumps.filter({ hasText: '₹84,50' }).first().waitFor()
    expect(await pumps.first().locator('img').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('icu eq')
    await page.getByRole('group', { name: 'Categories' }).getByRole('option', { name: 'ICU Equipments' }).waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await page.waitForURL(/collection\/icu-equipments$/)
    await context.close()
  })

  test('closes on Escape, then clears, searches for the typed text, and never for nothing', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/cart')
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('monitor')
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
    await field.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toBe('monitor')
    await field.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('')
    await field.fill('   ')
    await field.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/cart')
    await field.fill('zzqx')
    await page.getByText('No suggestions. Press Enter to search anyway.').waitFor()
    await field.fill(' monitor ')
    await page.getByRole('option', { name: /All results for “monitor”/ }).click()
    await page.waitForURL(/\/search\?q=monitor$/)
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await context.close()
  })

  test('remembers a search made before its suggestions were loaded', async () => {
    const { page, context, complaints } = await visit(browser, shop)
    const held = Promise.withResolvers<void>()
    await page.route(/\/suggestions[^/]*\.js/, (route) => held.promise.then(() => route.continue()))
    await page.goto('/cart')
    const field = page.getByRole('combobox', { name: 'Search products' })
    const requested = page.waitForRequest(/\/suggestions[^/]*\.js/)
    await field.fill('monitor')
    await field.press('Enter')
    await requested
    await page.getByRole('heading', { level: 1, name: 'Search Results for "monitor"' }).waitFor()
    held.resolve()
    await expect.poll(() => page.evaluate('localStorage.getItem("searches")')).toBe('["monitor"]')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('remembers a search that was opened by its address, as from a shared link', async () => {
    const { page, context, complaints } = await visit(browser, shop)
    await page.goto('/search?q=infusion%20pump')
    await page.getByRole('heading', { level: 1, name: 'Search Results for "infusion pump"' }).waitFor()
    await expect.poll(() => page.evaluate('localStorage.getItem("searches")')).toBe('["infusion pump"]')
    await page.goto('/cart')
    await page.getByRole('combobox', { name: 'Search products' }).click()
    await page.getByRole('option', { name: 'infusion pump' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('offers no recent search that found nothing', async () => {
    const { page, context, complaints } = await visit(browser, shop)
    await page.goto('/cart')
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('monitor')
    await field.press('Enter')
    await expect.poll(() => page.evaluate('localStorage.getItem("searches")')).toBe('["monitor"]')
    await field.fill('zzqx qqvv')
    await field.press('Enter')
    await page.getByRole('main').getByText('No results found.').waitFor()
    await field.fill('')
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect.poll(() => options.allInnerTexts()).toEqual(['monitor', 'Clear recent searches'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is focused by the slash key, and offers the recent searches until they are cleared', async () => {
    const { page, context, complaints } = await visit(browser, shop)
    await page.goto('/cart')
    const field = page.getByRole('combobox', { name: 'Search products' })
    for (const text of ['monitor', 'infusion']) {
      await page.keyboard.press('/')
      await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
      await field.pressSequentially(text)
      await page.getByRole('option').first().waitFor()
      await field.press('Enter')
      await page.getByRole('heading', { level: 1, name: `Search Results for "${text}"` }).waitFor()
      // The heading is there before the list, and a search is remembered once its list has shown hits.
      await expect.poll(() => page.evaluate('localStorage.getItem("searches")')).toContain(text)
      await field.blur()
    }
    // The count of the last search is announced once its list is there. It would replace what is announced below.
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('10 products')
    await field.pressSequentially('1/2')
    expect(await field.inputValue()).toContain('1/2')
    await field.fill('')
    await field.click()
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect.poll(() => options.allInnerTexts()).toEqual(['infusion', 'monitor', 'Clear recent searches'])
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('2 recent searches')
    expect(await axeViolations(page)).toEqual([])
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await expect.poll(() => field.getAttribute('aria-activedescendant')).toMatch(/-1$/)
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Search Results for "monitor"' }).waitFor()
    await field.fill('')
    await options.last().click()
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await page.evaluate('localStorage.getItem("searches")')).toBeNull()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is a plain form if scripts do not run', async () => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/collection')
    const field = page.getByPlaceholder('Type your search query here and press enter.')
    await field.fill('monitor')
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Search Results for "monitor"' }).waitFor()
    expect(page.url()).toBe(`${shop.url}/search?q=monitor`)
    await context.close()
  })

  test('searches for exactly the typed text, even if it looks like a number', async () => {
    const { page, context, complaints } = await visit(browser, shop, 1440)
    await page.goto('/')
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('500')
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Search Results for "500"' }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=500')
    for (const text of ['12.10', '1e5', 'true', 'null', '"monitor"']) {
      await page.goto(`/search?q=${encodeURIComponent(text)}`)
      await page.getByRole('heading', { level: 1, name: `Search Results for "${text}"` }).waitFor()
    }
    expect(complaints).toEqual([])
    await context.close()
  })
})
