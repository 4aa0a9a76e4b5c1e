import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

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

async function openForm(width: number) {
  const [product] = await addProducts(shop, [{ title: `Ward Monitor ${width}` }])
  const visit = await visitAsAdmin(browser, shop, width)
  await visit.page.setViewportSize({ width, height: 900 })
  await visit.page.goto(`/admin/products/${product?.id}`)
  await visit.page.getByRole('button', { name: 'Save product' }).waitFor()
  return { ...visit, preview: visit.page.getByRole('complementary', { name: 'Preview' }) }
}

describe.each([1440, 1920])('at a width of %i px', needsBrowser, (width) => {
  test('the card next to the form follows what is typed, and stays below the header as the form is scrolled', async () => {
    const { page, context, complaints, preview } = await openForm(width)
    await preview.getByText(`Ward Monitor ${width}`).waitFor()
    await page.getByLabel('Title').fill('Ward Monitor, renamed')
    await page.getByLabel('Price in ₹').fill('91000')
    await preview.getByText('Ward Monitor, renamed').waitFor()
    await preview.getByText('₹91,000').waitFor()
    await page.getByLabel('Logo URL').fill('/images/devices/infusion-pump.svg')
    await expect.poll(() => preview.locator('img').getAttribute('src')).toContain('infusion-pump')

    await page.getByRole('button', { name: 'Save product' }).scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(300)
    const edges = await page.evaluate<{ header: number; caption: number }>(`(() => {
      const caption = document.querySelector('aside[aria-label="Preview"] p')
      return { header: document.querySelector('header').getBoundingClientRect().bottom, caption: caption.getBoundingClientRect().top }
    })()`)
    expect(edges.caption).toBeGreaterThanOrEqual(edges.header)
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe.each([390, 768])('at a width of %i px', needsBrowser, (width) => {
  test('the card is in its tab only', async () => {
    const { page, context, preview } = await openForm(width)
    expect(await preview.isVisible()).toBe(false)
    await page.getByLabel('Title').fill('Ward Monitor, renamed')
    await page.getByRole('tab', { name: 'Home Card Preview' }).click()
    await page.getByRole('tabpanel').getByText('Ward Monitor, renamed').waitFor()
    await context.close()
  })
})
