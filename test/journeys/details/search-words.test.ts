import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { axeViolations } from '../../support/browser/axe.ts'
import { openBrowser, visit, type TestBrowser } from '../../support/browser/browser.ts'
import { openPlace } from '../../support/browser/console.ts'
import { needsBrowser } from '../../support/engines/engines.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await addProducts(shop, [{ title: 'Aarogya Oxygen Mask' }])
  for (const text of ['Dialysis Machine', 'Zeppelin'])
    for (const session of ['one', 'two', 'three'])
      await shop.call('PUT', '/api/products/search', { body: { text }, headers: { 'User-Agent': session } })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

describe('the search words', needsBrowser, () => {
  test('are found, changed, removed and restored by an admin, and added for a search without a hit', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 390)
    await page.goto('/admin')
    await openPlace(page, 'Search words')
    await page.getByLabel('Search the synonyms').fill('hfnc')
    await page.keyboard.press('Enter')
    await page.waitForURL(/text=hfnc/)
    const entry = page.getByRole('article').filter({ hasText: 'hfnc' }).first()
    const dialog = page.getByRole('dialog')
    const toast = (text: string) => page.getByText(text, { exact: true })
    expect(await axeViolations(page)).toEqual([])

    await entry.getByRole('button', { name: /^Change / }).click()
    const means = dialog.getByLabel('What they mean, in words of the catalogue')
    await means.fill('')
    await dialog.getByRole('button', { name: 'Save synonym' }).click()
    await dialog.getByText('Enter what they mean, one text per line').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('means')
    expect(await axeViolations(page)).toEqual([])
    await means.fill('oxygen mask')
    await dialog.getByRole('button', { name: 'What would this change find?' }).click()
    await dialog.getByRole('heading', { name: 'with this change' }).waitFor()
    const hits = dialog.getByRole('region', { name: 'Preview' }).getByRole('list')
    expect(await hits.allInnerTexts()).toEqual(['Aarogya Oxygen Mask'])
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save synonym' }).click()
    await dialog.waitFor({ state: 'detached' })
    await entry.getByText('oxygen mask', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('The earlier words apply again').waitFor()
    await entry.getByText('oxygen mask', { exact: true }).waitFor({ state: 'detached' })

    await entry.getByRole('button', { name: /^Remove / }).click()
    await toast('Synonym removed').waitFor()
    await page.getByRole('link', { name: 'Removed', exact: true }).click()
    await page.waitForURL(/state=removed/)
    await entry.getByRole('button', { name: /^Restore/ }).click()
    await page.getByText('No record(s) found').waitFor()

    await page.goto('/admin/search-words?state=without-hits')
    await page.getByText('dialysis machine', { exact: true }).waitFor()
    await page.getByText('3 searches').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add a synonym for dialysis machine' }).click()
    await expect.poll(() => dialog.getByLabel('What shoppers type').inputValue()).toBe('dialysis machine')
    await means.fill('haemodialysis unit')
    await dialog.getByLabel('Kind').selectOption('Everyday word')
    await dialog.getByRole('button', { name: 'Save synonym' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/admin/search-words?language=en&text=dialysis')
    await page.getByText('haemodialysis unit').waitFor()
    await page.getByText(/^Everyday word · English · Added here$/).waitFor()

    await page.getByRole('button', { name: 'Add a synonym', exact: true }).click()
    await dialog.getByLabel('What shoppers type').fill('nephrowash')
    await means.fill('haemodialysis unit')
    await dialog.getByRole('button', { name: 'Save synonym' }).click()
    await toast('Synonym added').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await toast('Synonym removed').waitFor()
    expect(await shop.call('GET', '/api/search/synonyms?text=nephrowash', { token: shop.adminToken })).toMatchObject({
      body: { totalElements: 0 },
    })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('that found nothing are searched, and have no choice of a language', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, 1440)
    await page.goto('/admin/search-words?language=hi')
    const languages = page.getByRole('navigation', { name: 'Language' })
    await languages.getByRole('link', { name: 'Hindi', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Searches without a hit' }).click()
    await page.getByText('2 searches without a hit').first().waitFor()
    expect(await languages.count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Search the searches without a hit').fill('mach dial')
    await page.keyboard.press('Enter')
    await page.getByText('1 search without a hit').first().waitFor()
    expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(['dialysis machine'])
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ state: 'without-hits', text: 'mach dial' })
    await page.getByRole('link', { name: 'In use' }).click()
    await page.getByLabel('Search the synonyms').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('are counted by visitor, also if the server has rendered their page', async () => {
    const text = 'hovercraft'
    for (const session of ['one', 'two'])
      await shop.call('PUT', '/api/products/search', { body: { text }, headers: { 'User-Agent': session } })
    const { page, context, complaints } = await visit(browser, shop)
    await page.goto(`/search?q=${text}`)
    await page.getByText('No results found.').first().waitFor()
    const listed = () => shop.call('GET', `/api/search/without-hits?text=${text}`, { token: shop.adminToken })
    await expect.poll(async () => (await listed()).body.content).toMatchObject([{ text, count: 3 }])
    expect(complaints).toEqual([])
    await context.close()
  })
})
