import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, storedUser, visitAs, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { verificationTokensOf } from '../../support/shop/outbox.ts'
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

describe.each(widths(390, 1440))('an email address at a width of %i px', needsBrowserAtWidths, (width) => {
  const onAPhone = width < 1_000

  test('is confirmed by the link in the mail that the profile sends again', async () => {
    const account = await shop.signUp('asha')
    const { page, context } = await visitAs(browser, shop, { width, stored: { user: storedUser(account) } })
    const openProfile = async () => {
      await page.getByRole('button', { name: onAPhone ? 'Menu' : /^Hi, / }).click()
      await page.getByRole('link', { name: 'My Profile' }).click()
    }
    await page.goto('/')
    await openProfile()
    const profile = page.getByRole('region', { name: 'Email' })
    await profile.getByText('Not confirmed yet').waitFor()
    await profile.getByRole('button', { name: 'Send me the link' }).click()
    await profile.getByRole('button', { name: 'The email is on its way' }).waitFor()
    const [, token] = await verificationTokensOf(shop, account.id, 2)
    await page.goto(`/verify-email?token=${token}`)
    await page.getByText('Thank you. Your email address is confirmed.').waitFor()
    await page.goto('/')
    await openProfile()
    await profile.getByText('Confirmed', { exact: true }).waitFor()
    expect(await profile.getByRole('button', { name: 'Send me the link' }).count()).toBe(0)
    await context.close()
  })

  test('is not confirmed by a wrong or truncated link, which explains what to do', async () => {
    const { page, context } = await visitAs(browser, shop, { width, stored: {} })
    await page.goto('/verify-email?token=a.b.c')
    await page
      .getByRole('alert')
      .getByText(/no longer valid\. Log in, open your profile/)
      .waitFor()
    await page.goto('/verify-email')
    await page
      .getByRole('alert')
      .getByText(/This link is incomplete/)
      .waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await context.close()
  })
})
