import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { needsBrowser } from '../support/engines.ts'
import { adminScreens } from './admin-screens.ts'
import { buyerScreens } from './buyer-screens.ts'
import { violationsOf } from './axe.ts'
import { guestScreens } from './guest-screens.ts'
import { openLivedInShop, type LivedInShop } from './lived-in-shop.ts'
import { onPages } from './on-pages.ts'
import { takePicture } from './picture.ts'

const folder = process.env['SCREENS']
const widths = folder === undefined ? [390, 1440] : [390, 768, 1440]

let shop: LivedInShop
let browser: Browser

beforeAll(async () => {
  shop = await openLivedInShop()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.shop.close()
})

describe(`at ${widths.join(', ')} px`, needsBrowser, () => {
  test.each([
    ['guests', guestScreens],
    ['buyers', buyerScreens],
    ['admins', adminScreens],
  ])(
    'every screen of %s is accessible and no wider than the window, in every state',
    async (_, screensOf) => {
      const faults = await onPages({ browser, shop, widths }, screensOf(shop), async (page, screen, width) => {
        if (folder !== undefined) await takePicture(page, { folder, width, screen })
        return violationsOf(page)
      })
      expect(faults).toEqual([])
    },
    400_000,
  )
})
