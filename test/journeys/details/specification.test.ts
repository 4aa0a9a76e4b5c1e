import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
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

/** As an import may have stored it: without a blank, with two, with a note, and with Windows line endings. */
const stored = 'Screen:12in\r\nWeight:  4.2 kg\r\n\r\nCE marked'

const nameAt = (page: Page, place: number) => page.getByLabel(`Name of specification ${place}`)
const valueAt = (page: Page, place: number) => page.getByLabel(`Value of specification ${place}`)

async function rows(page: Page): Promise<string[][]> {
  const read = async (label: RegExp) =>
    Promise.all((await page.getByLabel(label).all()).map((input) => input.inputValue()))
  const [names, values] = [await read(/^Name of /), await read(/^Value of /)]
  return names.map((name, index) => [name, values[index] ?? ''])
}

/** Two key presses without a frame between them. */
const pressAltUpTwice = `for (const key of ['ArrowUp', 'ArrowUp'])
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true }))`

/** What a browser does when something is pasted. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
}

describe.each(widths(390, 1440))(
  'the specification of a product, at a width of %i px',
  needsBrowserAtWidths,
  (width) => {
    async function openForm(featureDescription: string) {
      const [product] = await addProducts(shop, [{ title: `Specified Monitor ${width}`, featureDescription }])
      const visit = await visitAsAdmin(browser, shop, width)
      await visit.page.goto(`/admin/products/${product?.id}`)
      await nameAt(visit.page, 1).waitFor()
      const saved = async () => {
        await visit.page.getByRole('button', { name: 'Save product' }).click()
        await visit.page.getByText('Updated successful!').waitFor()
        const { body } = await shop.call('GET', `/api/products/${product?.id}`)
        return body.featureDescription
      }
      return { ...visit, saved }
    }

    test('stays as stored unless it is edited', async () => {
      const { page, context, saved } = await openForm(stored)
      await nameAt(page, 2).focus()
      await valueAt(page, 2).focus()
      await page.getByLabel('Company').fill('Another Company')
      expect(await saved()).toBe(stored)
      await context.close()
    })

    test('is edited as rows: with the keyboard, by pasting lines, and with the units of the search', async () => {
      const { page, context, complaints, saved } = await openForm('Screen: 12.1 in\nCE marked')
      expect(await rows(page)).toEqual([
        ['Screen', '12.1 in'],
        ['', 'CE marked'],
        ['', ''],
      ])
      await page.getByLabel('Name of a new specification').fill('Battery')
      await page.keyboard.press('Tab')
      await page.keyboard.type('3')
      const offered = () => page.locator('datalist option').evaluateAll((all) => all.map((one) => one.textContent))
      await expect.poll(offered).toEqual(expect.arrayContaining(['3 in', '3 min', '3 kg']))
      await page.keyboard.type(' kg')
      await expect.poll(offered).toEqual(['3 kg'])

      await page.evaluate(pressAltUpTwice)
      await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Value of specification 1')
      await expect.poll(() => page.locator(':focus').inputValue()).toBe('3 kg')
      await page.keyboard.press('Alt+ArrowDown')
      await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Value of specification 2')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Name of a new specification')
      await paste(page, 'Alarm: three levels\nPower\t5 W\n')
      await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Value of specification 5')
      await page.getByRole('button', { name: 'Move specification 5 up' }).click()
      await page.getByRole('button', { name: 'Remove specification 3' }).click()
      await expect
        .poll(() => rows(page))
        .toEqual([
          ['Screen', '12.1 in'],
          ['Battery', '3 kg'],
          ['Power', '5 W'],
          ['Alarm', 'three levels'],
          ['', ''],
        ])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await saved()).toBe('Screen: 12.1 in\nBattery: 3 kg\nPower: 5 W\nAlarm: three levels')
      expect(complaints).toEqual([])
      await context.close()
    })

    test('is reported as missing if all of it is removed, and can be typed as text instead', async () => {
      const { page, context, saved } = await openForm('Screen: 12.1 in')
      await page.getByRole('button', { name: 'Remove specification 1' }).click()
      await page.getByRole('button', { name: 'Save product' }).click()
      const group = page.getByRole('group', { name: 'Key Specification & Dimensions' })
      await group.getByText('Feature Description Type cannot be empty').waitFor()
      await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('featureDescription')
      await page.getByRole('button', { name: 'Edit as text' }).click()
      await page.getByLabel('Key Specification & Dimensions').fill('Screen: 15 in\nAlarm: loud')
      await page.getByRole('button', { name: 'Edit as a table' }).click()
      expect(await rows(page)).toEqual([
        ['Screen', '15 in'],
        ['Alarm', 'loud'],
        ['', ''],
      ])
      expect(await saved()).toBe('Screen: 15 in\nAlarm: loud')
      await context.close()
    })
  },
)
