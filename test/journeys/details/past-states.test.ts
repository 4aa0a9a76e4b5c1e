import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations, showInScheme } from '../../support/browser/axe.ts'
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

/** An admin on the page of a history, with the state that it shows. */
async function visitHistory(path: string, name: string | RegExp) {
  const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
  await page.goto(path)
  const shown = page.getByRole('region', { name: 'State at this point' }).getByRole('article', { name })
  async function goBack() {
    await page.getByRole('slider').press('Home')
    await page.waitForURL(/revision=0/)
  }
  return { page, shown, goBack, context, complaints }
}

const short = (id: string | undefined) => `…${id?.slice(-8)}`

/** The document has these facts among others. */
async function expectFacts(shown: Locator, facts: string[]) {
  const texts = async () =>
    (await shown.locator('dl > div').allInnerTexts()).map((text) => text.trim().replace(/\s*\n\s*/, ': '))
  await expect.poll(texts).toEqual(expect.arrayContaining(facts))
}

/** As everywhere in the dark scheme, the pictures keep their light ground. */
async function expectLightGround(shown: Locator, pictures: number) {
  await showInScheme(shown.page(), 'dark')
  const grounds = await shown
    .page()
    .evaluate(
      '[...document.querySelectorAll("main article img")].map((image) => getComputedStyle(image).backgroundColor)',
    )
  expect(grounds).toEqual(Array.from({ length: pictures }, () => 'rgb(244, 246, 248)'))
}

/** No text of the page holds a whole UUID; the raw events are folded. */
async function expectNoWholeId(page: Page) {
  const shown = () => page.getByRole('main').innerText()
  await expect.poll(shown).not.toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
}

describe('an admin who moves the slider of a history', needsBrowser, () => {
  test('sees the earlier state of a product, with the differences marked', async () => {
    const [product] = await addProducts(shop, [{ title: 'Bedside Monitor', price: 90_000, description: 'With ECG.' }])
    if (product === undefined) throw new Error('no product')
    const texts = { title: 'Bedside Monitor Plus', description: 'With ECG and CO2.', modelNumber: 'BM-2' }
    const changed = { ...product, ...texts, lookupType: 'Consumable', price: 84_500.5 }
    await shop.call('PUT', `/api/products/${product.id}`, { token: shop.adminToken, body: changed })
    await shop.call('DELETE', `/api/products/${product.id}`, { token: shop.adminToken })
    await shop.settled()
    const path = `/admin/products/${product.id}/history`
    const { shown, goBack, context, complaints } = await visitHistory(path, /Bedside Monitor/)
    await shown.getByRole('heading', { name: 'Bedside Monitor Plus' }).waitFor()
    await shown.getByText('₹84,500.50').waitFor()
    await shown.getByText('Deleted', { exact: true }).waitFor()
    await expectFacts(shown, ['Lookup type: Consumable', 'SKU: (empty)', 'Model number: BM-2'])

    await goBack()
    await shown.getByRole('heading', { name: 'Bedside Monitor', exact: true }).waitFor()
    await shown.getByText('₹90,000').waitFor()
    await shown.getByText('With ECG.', { exact: true }).waitFor()
    expect(await shown.getByText('Deleted', { exact: true }).count()).toBe(0)
    await expectFacts(shown, ['Lookup type: Equipment', 'SKU: (empty)', 'Model number: (empty)'])
    // The heading, the price and the description; neither pictures nor stock nor specification.
    expect(await shown.getByText('Different now').count()).toBe(3)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees the lines that the cart had', async () => {
    const [bed, lamp] = await addProducts(shop, [
      { title: 'Bed', price: 20_000 },
      { title: 'Lamp', price: 500 },
    ])
    const cartId = newId()
    const put = (id: string | undefined, quantity: number) =>
      shop.call('PUT', `/api/carts/${cartId}/items/${id}`, { body: { quantity } })
    await put(bed?.id, 2)
    await put(lamp?.id, 3)
    await put(bed?.id, 1)
    const { accessToken: token, id: accountId } = await shop.signUp()
    await shop.call('POST', `/api/carts/${cartId}/claim`, { token })
    await shop.settled()
    const { page, shown, goBack, context, complaints } = await visitHistory(
      `/admin/carts/${cartId}`,
      'The cart at this point',
    )
    await expect.poll(() => shown.getByRole('listitem').allInnerTexts()).toHaveLength(2)
    await shown.getByText('₹21,500').waitFor()
    await expectFacts(shown, ['Order: (empty)', 'Merged into cart: (empty)', `Owner: ${short(accountId)}`])
    await expectLightGround(shown, 2)

    await goBack()
    await shown.getByText('₹40,000').last().waitFor()
    await expectFacts(shown, ['Order: (empty)', 'Merged into cart: (empty)', 'Owner: (empty)'])
    const lines = shown.getByRole('listitem')
    await expect
      .poll(() => lines.allInnerTexts())
      .toEqual([expect.stringMatching(/^Bed\s+2 × ₹20,000[^]*Different now$/)])
    const panel = page.getByRole('region', { name: 'State at this point' })
    const changes = panel.getByRole('listitem').filter({ hasText: '→' })
    const changed = ['Items, “Bed” 2 → 1', 'Items, “Lamp” (empty) → 3']
    await expect.poll(() => changes.allInnerTexts()).toEqual([...changed, expect.stringMatching(/^Account/)])
    await panel.getByText('A guest put 2 of “Bed” into the cart', { exact: true }).waitFor()
    const value = () => panel.getByRole('slider').getAttribute('aria-valuetext')
    await expect.poll(value).toBe('Event 1: A guest put 2 of “Bed” into the cart')
    await page.getByRole('link', { name: 'A guest put 3 of “Lamp” into the cart' }).waitFor()
    await page.getByRole('navigation', { name: 'Around it' }).getByRole('link', { name: 'Product “Lamp”' }).waitFor()
    await panel.getByLabel('Compare with').selectOption({ label: '3: A guest put 1 of “Bed” into the cart' })
    await panel.getByText('2 fields differ').waitFor()
    await expect.poll(() => changes.allInnerTexts()).toEqual(changed)
    await expectNoWholeId(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees the ids of a cart and its products shortened, and copies a whole one', async () => {
    const [bed] = await addProducts(shop, [{ title: 'Bed' }])
    const { accessToken } = await shop.signUp()
    const [earlierId, cartId] = [newId(), newId()]
    for (const id of [earlierId, cartId]) {
      await shop.call('PUT', `/api/carts/${id}/items/${bed?.id}`, { body: { quantity: 2 } })
      await shop.call('POST', `/api/carts/${id}/claim`, { token: accessToken })
    }
    await shop.settled()
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/admin/carts/${earlierId}`)
    await page.getByRole('heading', { level: 1, name: `Cart ${short(earlierId)}` }).waitFor()
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByText(`Cart ${short(earlierId)}`)
      .waitFor()
    await page
      .getByText(`merged this cart into cart ${short(cartId)}`)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'put 2 of “Bed” into the cart' }).waitFor()
    const around = page.getByRole('navigation', { name: 'Around it' })
    const other = around.locator('span', { has: page.getByRole('link', { name: `Cart ${cartId}` }) })
    await other.getByRole('button', { name: 'Copy the name of the stream' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(`cart-${cartId}`)
    await expectNoWholeId(page)

    await around.getByRole('link', { name: `Cart ${cartId}` }).click()
    await page.getByRole('heading', { level: 1, name: `Cart ${short(cartId)}` }).waitFor()
    await page.getByRole('link', { name: /claimed the cart, and merged/ }).click()
    await page.getByRole('link', { name: `Everything about cart-${cartId}` }).waitFor()
    await page.getByRole('button', { name: 'Copy the request' }).waitFor()
    await expectNoWholeId(page)
    await page.goto(`/admin/events?stream=cart-${earlierId}`)
    await page
      .getByText(`merged this cart into cart ${short(cartId)}`)
      .first()
      .waitFor()
    await expectNoWholeId(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees the shortened id of a product that the shop no longer has, and copies the whole one', async () => {
    const [lamp] = await addProducts(shop, [{ title: 'Lamp' }])
    const [cartId, id = ''] = [newId(), lamp?.id]
    for (const quantity of [2, 1]) await shop.call('PUT', `/api/carts/${cartId}/items/${id}`, { body: { quantity } })
    await shop.call('DELETE', `/api/products/${id}`, { token: shop.adminToken })
    await shop.settled()
    const { page, shown, goBack, context } = await visitHistory(`/admin/carts/${cartId}`, 'The cart at this point')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await goBack()
    const panel = page.getByRole('region', { name: 'State at this point' })
    const change = panel.getByRole('listitem').filter({ hasText: `Items, ${short(id)} 2 → 1` })
    const sentence = `put 2 of product ${short(id)} into the cart`
    const event = page.getByRole('article').filter({ has: page.getByRole('link', { name: sentence }) })
    const line = shown.getByRole('listitem').filter({ hasText: `Product ${short(id)}` })
    const copy = { name: `Copy the id ${short(id)}` }
    for (const button of [
      change.getByRole('button', copy),
      panel.locator('p').filter({ hasText: sentence }).getByRole('button', copy),
      event.getByRole('button', copy),
      line.getByRole('button', { name: 'Copy the id of the product' }),
    ]) {
      await page.evaluate('navigator.clipboard.writeText("")')
      await button.click()
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(id)
    }
    await expectNoWholeId(page)
    expect(await axeViolations(page)).toEqual([])
    await context.close()
  })

  test('sees the request with the messages written until then', async () => {
    const requester = await shop.signUp()
    const { body } = await shop.call('POST', '/api/orders/productRequest', {
      token: requester.accessToken,
      body: { id: '', title: 'Ventilator', company: 'Aarogya', logoUrl: '', description: 'It beeps' },
    })
    const step = (name: string, sent: unknown) =>
      shop.call('POST', `/api/orders/productRequest/${body.id}/${name}`, { token: shop.adminToken, body: sent })
    await step('replies', { text: 'Since when?' })
    await step('acknowledge', {})
    await step('decline', { reason: 'We do not sell these' })
    await shop.settled()
    const path = `/admin/service-requests/${body.id}`
    const { shown, goBack, context, complaints } = await visitHistory(path, 'The request at this point')
    await expectFacts(shown, ['Note: (empty)', 'Reason: We do not sell these', 'Address: (empty)'])
    await expectLightGround(shown, 1)
    await shown.getByText('Since when?').waitFor()

    await goBack()
    await shown.getByText('Received', { exact: true }).waitFor()
    await shown.getByText('It beeps').waitFor()
    await expectFacts(shown, ['Note: (empty)', 'Reason: (empty)', 'Address: (empty)'])
    expect(await shown.getByText('Since when?').count()).toBe(0)
    // The status and the messages; not what the request is about.
    await expect.poll(() => shown.innerText()).toMatch(/Reason\s+\(empty\)\s+Different now/)
    await expect.poll(() => shown.innerText()).toMatch(/It beeps\s+Different now/)
    expect(await shown.getByText('Different now').count()).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  })
})
