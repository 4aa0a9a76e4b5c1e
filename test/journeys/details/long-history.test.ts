import { newId } from '#core/domain/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
const cartId = newId()

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  const [product] = await addProducts(shop, [{}])
  await fillCart(product?.id ?? '')
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** A cart with more events than one response has. */
async function fillCart(productId: string): Promise<void> {
  const by = { id: 'guest', name: 'Guest', role: 'GUEST' as const }
  const metadata = { correlationId: newId(), causationId: newId(), by, schemaVersion: 1 }
  const set = (_: unknown, quantity: number) => {
    return { id: newId(), type: 'CartItemQuantitySet', data: { productId, quantity: quantity + 1 }, metadata }
  }
  for (let part = 0; part < 26; part += 1)
    await shop.shop.infrastructure.store.append(`cart-${cartId}`, 'any', Array.from({ length: 100 }, set))
}

describe.each([390, 1440])('at a width of %i px', needsBrowser, (width) => {
  test('a history of thousands of events shows a hundred at a time, and the state after any of them', async () => {
    const { page, complaints, context } = await visitAsAdmin(browser, shop, width)
    await page.goto(`/admin/streams/cart-${cartId}`)
    const history = page.getByRole('region', { name: 'What happened' })
    const events = history.getByRole('article')
    const panel = page.getByRole('region', { name: 'State at this point' })
    await history.getByText('1 to 100 of 2,500').waitFor()
    expect(await events.count()).toBe(100)
    expect(await page.locator('option').count()).toBeLessThan(100)
    await panel.getByRole('slider').press('Home')
    await page.waitForURL(/revision=0/)
    await panel.getByText('After event 1 of 2,600').waitFor()
    await panel.getByText('Past state').waitFor()

    await page.goto(`/admin/streams/cart-${cartId}?revision=1000`)
    await history.getByText('1,501 to 1,600 of 2,500').waitFor()
    await history.getByRole('link', { name: 'Show earlier' }).press('Enter')
    await page.waitForURL(/part=17/)
    await history.getByText('1,601 to 1,700 of 2,500').waitFor()
    expect(await events.count()).toBe(100)
    await panel.getByText('After event 1,001 of 2,600').waitFor()
    await history.getByRole('link', { name: 'Oldest first' }).press('Enter')
    await page.waitForURL(/order=oldest/)
    await history.getByText('901 to 1,000 of 2,500').waitFor()
    await history.getByRole('link', { name: 'Show later' }).waitFor()

    await panel.getByLabel('Compare with event, 1 to 2,600').fill('2600')
    await panel.getByRole('heading', { name: 'From event 1001 to event 2600' }).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
