import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goWithin, openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { addProducts, monitor, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let ids: string[]

beforeAll(async () => {
  shop = await openShopForBrowser()
  const products = await addProducts(shop, [
    {
      title: 'Alpha Ventilator',
      price: 245.5,
      featureDescription: 'Weight: 4 kg\nScreen: 12 in\nBattery: 4 h\nCE marked',
    },
    { title: 'Beta Ventilator', price: 246, featureDescription: 'Screen: 12 in\nWeight: 6 kg' },
    { title: 'Gamma Ventilator', featureDescription: 'Weight: 5 kg' },
    { title: 'Delta Ventilator' },
    { title: 'Epsilon Ventilator' },
  ])
  ids = products.map(({ id }) => id)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** How many cards have their picture, or a part of it, behind the button that selects them. */
function coveredPictures(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('article')].filter((card) => {
    const picture = card.querySelector('img').getBoundingClientRect()
    return card.querySelector('button[aria-pressed]').getBoundingClientRect().top < picture.bottom
  }).length`)
}

/** Notes in `window.seen` whether this text was visible in any frame. */
const watchFor = (text: string) => `window.seen = false
requestAnimationFrame(function look() {
  const found = [...document.querySelectorAll('main p')].find((one) => one.textContent === ${JSON.stringify(text)})
  window.seen ||= found?.checkVisibility({ visibilityProperty: true }) === true
  requestAnimationFrame(look)
})`

describe.each(widths(390, 1440))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('devices are selected on their cards and compared side by side, at an address that can be shared', async () => {
    const { page, context, complaints } = await visit(browser, shop, width)
    await page.goto('/collection')
    const main = page.getByRole('main')
    for (const name of ['Alpha', 'Beta'])
      await main.getByRole('button', { name: `Compare: ${name} Ventilator` }).click()
    const bar = page.getByRole('region', { name: 'Devices to compare' })
    expect(await coveredPictures(page)).toBe(0)
    await page.reload()
    await bar.getByRole('link', { name: 'Compare 2' }).click()
    const row = (name: RegExp) => page.getByRole('row', { name })
    await row(/^Weight \(differs\) 4 kg 6 kg/).waitFor()
    await row(/^Screen 12 in 12 in/).waitFor()
    await row(/^Price, exclusive of GST \(differs\) ₹245\.50 ₹246$/).waitFor()
    await row(/^Battery 4 h Not stated/).waitFor()
    await row(/^Also CE marked/).waitFor()
    await page.getByLabel(/Show only where they differ/).check()
    await row(/^Screen/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Add to Cart.*Beta Ventilator/ }).click()
    await page.getByRole('link', { name: /^Cart, 1 item/ }).waitFor()

    await page.getByRole('button', { name: 'Replace Beta Ventilator' }).click()
    const picker = page.getByRole('dialog', { name: 'Replace this device' })
    await picker.getByRole('searchbox').fill('gama')
    await picker.getByRole('button', { name: /Gamma Ventilator/ }).click()
    await row(/^Weight \(differs\) 4 kg 5 kg/).waitFor()
    await page.getByRole('button', { name: 'Remove Alpha Ventilator' }).click()
    await page.getByText('Add another device to see where they differ').waitFor()
    const chosen = page.url()
    await page.addInitScript(watchFor('Nothing to compare yet'))
    await page.goto('/compare')
    await page.waitForURL(chosen)
    await page.getByRole('columnheader', { name: /Gamma Ventilator/ }).waitFor()
    expect(await page.evaluate('window.seen')).toBe(false)
    await page.goBack()
    await page.goBack()
    await row(/^Weight \(differs\) 4 kg 5 kg/).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])

    const elsewhere = await visit(browser, shop, width)
    await elsewhere.page.goto(page.url())
    await elsewhere.page.getByRole('columnheader', { name: /Gamma Ventilator/ }).waitFor()
    await elsewhere.context.close()
    await context.close()
  })
})

/** The tops of all these parts of the devices in the table. */
const topsOf = (page: Page, selector: string) =>
  page.locator(`thead th ${selector}`).evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))

test('pictures and buttons of the devices are aligned, however long the names are', needsBrowser, async () => {
  const [lamp] = await addProducts(shop, [
    { title: 'Lamp with a Long Arm for Operating Theatres and Minor Procedures' },
  ])
  const { page, context, complaints } = await visit(browser, shop, 390)
  await page.goto(`/compare?ids=${ids[0]},${lamp?.id}`)
  await page.getByRole('columnheader', { name: /Lamp with a Long Arm/ }).waitFor()
  for (const selector of ['img', 'button:has-text("Add to Cart")']) {
    const tops = await topsOf(page, selector)
    expect([tops.length, new Set(tops).size]).toEqual([2, 1])
  }
  expect(complaints).toEqual([])
  await context.close()
})

/** The focused element, if a part of it is behind the bar. */
const coveredFocus = `(() => {
  const bar = document.querySelector('[aria-label="Devices to compare"]')
  const { bottom } = document.activeElement.getBoundingClientRect()
  const isFree = bar.contains(document.activeElement) || bottom <= bar.getBoundingClientRect().top
  return isFree ? [] : [document.activeElement.outerHTML]
})()`

/** Too quick for a person on most machines, but not on a slow one: the next page is being loaded when it is clicked. */
const leaveAndRemoveGamma = `(async () => {
  document.querySelector('header [href="/"]').click()
  await new Promise((resolve) => setTimeout(resolve))
  document.querySelector('[aria-label="Remove Gamma Ventilator"]').click()
})()`

describe('a comparison', needsBrowser, () => {
  test('accepts four devices and clearly rejects a fifth', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/collection')
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
      await page
        .getByRole('main')
        .getByRole('button', { name: `Compare: ${name} Ventilator` })
        .click()
    await page.getByText('You can compare 4 devices at once.').first().waitFor()
    await page.getByRole('link', { name: 'Compare 4' }).click()
    await page.getByRole('columnheader', { name: /Delta Ventilator/ }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await expect.poll(() => page.getByRole('button', { name: 'Add a device' }).count()).toBe(0)
    await context.close()
  })

  test('covers nothing that Tab leads to, and little of a low window', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto('/collection')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Compare: / })
      .first()
      .click()
    const bar = page.getByRole('region', { name: 'Devices to compare' })
    await bar.waitFor()
    const covered = []
    for (let pressed = 0; pressed < 25; pressed++) {
      await page.keyboard.press('Tab')
      covered.push(...(await page.evaluate<string[]>(coveredFocus)))
    }
    expect(covered).toEqual([])
    await page.setViewportSize({ width: 844, height: 390 })
    await page.evaluate('scrollTo(0, 200)')
    await expect.poll(() => page.evaluate('scrollY')).toBe(200)
    expect(await page.evaluate("document.querySelector('header').getBoundingClientRect().bottom")).toBeLessThanOrEqual(
      0,
    )
    expect((await bar.boundingBox())?.y).toBeGreaterThanOrEqual(390)
    await context.close()
  })

  test('loses neither of two quick removals, and does not navigate after the page was left', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    await page.goto(`/compare?ids=${ids.slice(0, 4).join(',')}`)
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name} Ventilator` }).click()
    const devices = page.getByRole('columnheader').getByRole('link')
    let held = Promise.withResolvers<void>()
    await page.route('**/api/products/*', (route) => held.promise.then(() => route.continue()))
    await remove('Alpha')
    await remove('Beta')
    held.resolve()
    await page.waitForURL((url) => url.searchParams.get('ids') === `${ids[2]},${ids[3]}`)
    await expect.poll(() => devices.allInnerTexts()).toEqual(['Gamma Ventilator', 'Delta Ventilator'])
    const compared: unknown = JSON.parse(String(await page.evaluate("localStorage.getItem('compared')")))
    expect(compared).toEqual([ids[2], ids[3]].map((id) => expect.objectContaining({ id })))

    held = Promise.withResolvers<void>()
    const answer = page.waitForResponse('**/api/products/*')
    await remove('Gamma')
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    // The address changes before the other page is shown.
    await page.getByRole('heading', { name: 'About Us', level: 1 }).waitFor()
    held.resolve()
    await (await answer).finished()
    await page.goBack()
    await expect.poll(() => devices.allInnerTexts()).toEqual(['Gamma Ventilator', 'Delta Ventilator'])

    const chosen = await page.evaluate("localStorage.getItem('compared')")
    held = Promise.withResolvers<void>()
    await page.route('**/api/products?*', (route) => held.promise.then(() => route.continue()))
    await page.evaluate(leaveAndRemoveGamma)
    held.resolve()
    await page.getByRole('heading', { name: 'New arrivals' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate("localStorage.getItem('compared')")).toBe(chosen)
    await page.goBack()
    await expect.poll(() => devices.allInnerTexts()).toEqual(['Gamma Ventilator', 'Delta Ventilator'])
    await context.close()
  })

  test('replaces a device that the shop no longer has with another', async () => {
    const { page, context } = await visit(browser, shop, 1440)
    const kept = [...ids.slice(0, 3), 'withdrawn'].map((id) => ({ id, title: 'Ventilator', brand: '', logoUrl: '' }))
    await page.goto('/collection')
    await page.evaluate(`localStorage.setItem('compared', ${JSON.stringify(JSON.stringify(kept))})`)
    await page.goto(`/compare?ids=${kept.map(({ id }) => id).join(',')}`)
    await page.getByText('1 device of this comparison is no longer available.').waitFor()
    await page.getByRole('button', { name: 'Add a device' }).click()
    await page.getByRole('dialog').getByRole('searchbox').fill('epsilon')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Epsilon Ventilator/ })
      .click()
    await page.getByRole('columnheader', { name: /Epsilon Ventilator/ }).waitFor()
    await page.getByText(/no longer available/).waitFor({ state: 'detached' })
    const stored = () => page.evaluate("localStorage.getItem('compared')").then((text) => JSON.parse(String(text)))
    const pictured = [...ids.slice(0, 3), ids[4]].map((id) => expect.objectContaining({ id, logoUrl: monitor.logoUrl }))
    await expect.poll(stored).toEqual(pictured)
    await context.close()
  })

  test('shows the rest if a device in the address is gone, and what to do if the address names none', async () => {
    const { page, context } = await visit(browser, shop)
    await page.goto(`/compare?ids=${ids[0]},no-such-device`)
    await page.getByText('1 device of this comparison is no longer available.').waitFor()
    await page.getByRole('columnheader', { name: /Alpha Ventilator/ }).waitFor()
    await goWithin(page, '/compare?ids=,,')
    await page.getByText('Nothing to compare yet').waitFor()
    await expect.poll(() => page.getByRole('table').count()).toBe(0)
    await context.close()
  })
})

describe('recently viewed products', needsBrowser, () => {
  test('are shown at home and on other products, whatever was stored before', async () => {
    const { page, context, complaints } = await visit(browser, shop)
    await page.goto('/')
    await page.evaluate(() => {
      localStorage.setItem('seen', '{"broken":')
      localStorage.setItem('compared', '[7,null]')
    })
    await page.goto(`/products/${ids[0]}`)
    await page.getByRole('heading', { level: 1, name: 'Alpha Ventilator' }).waitFor()
    await goWithin(page, `/products/${ids[1]}`)
    const seen = page.getByRole('region', { name: 'Recently viewed' })
    await seen.getByRole('link', { name: 'Alpha Ventilator' }).waitFor()
    await expect.poll(() => seen.getByRole('link').count()).toBe(1)
    await goWithin(page, '/')
    await seen.getByRole('link', { name: 'Beta Ventilator' }).waitFor()
    await expect.poll(() => seen.getByRole('link').count()).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  })
})
