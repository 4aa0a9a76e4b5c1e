import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser
let folder: string

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(async () => {
  await browser.close()
  await shop.close()
  await rm(folder, { recursive: true })
})

async function photo(name: string, background: string) {
  const create = { width: 1_200, height: 900, channels: 3, background } as const
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}

const chooser = (page: Page) => page.getByLabel('Drop files here, or choose them')
const address = (page: Page, label: string) => page.getByLabel(label).inputValue()
const places = ['Logo URL', 'Picture 1', 'Picture 2', 'Picture 3']
const addresses = (page: Page) => Promise.all(places.map((label) => address(page, label)))

/** Drops files from outside the browser. */
async function drop(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const parts = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, base64 } of ${JSON.stringify(parts)}) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  })()`)
  await chooser(page).dispatchEvent('dragover', { dataTransfer })
  await chooser(page).dispatchEvent('drop', { dataTransfer })
}

/** Drops a file as a person would: what no handler takes, the browser opens instead of the page. */
async function dropByHand(page: Page, file: { name: string; buffer: Buffer }, target: Locator): Promise<void> {
  const path = join(folder, file.name)
  await writeFile(path, file.buffer)
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('The target is not shown.')
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const mouse = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, ...place, data })
  await mouse.detach()
}

const uploadedAddress = expect.stringMatching(/^\/pictures\/[0-9a-f]{32}-800\.webp$/)

describe.each(widths(390, 1440))('an admin, at a width of %i px', needsBrowserAtWidths, (width) => {
  async function openForm() {
    const title = `Pictured Monitor ${width}`
    const [product] = await addProducts(shop, [{ title, logoUrl: '' }])
    const id = product?.id ?? ''
    const visit = await visitAsAdmin(browser, shop, width)
    await visit.page.goto(`/admin/products/${id}`)
    await visit.page.getByRole('button', { name: 'Save product' }).waitFor()
    return { ...visit, id }
  }

  test('drops pictures, describes one, orders them by dragging and by keyboard, removes one, and buyers see them', async () => {
    const { page, context, complaints, id } = await openForm()
    await drop(page, [await photo('blue.png', '#224488'), await photo('green.png', '#228844')])
    await expect.poll(() => addresses(page)).toEqual([uploadedAddress, uploadedAddress, '', ''])
    const [blue = '', green = ''] = await addresses(page)
    const text = (place: number) => page.getByLabel(`Alternative text, place ${place}`)
    await text(1).fill('A blue monitor')
    await chooser(page).setInputFiles(await photo('red.png', '#882222'))
    await expect.poll(() => address(page, 'Picture 2')).toEqual(uploadedAddress)
    const red = await address(page, 'Picture 2')

    const rows = page.getByRole('group', { name: 'Pictures' }).getByRole('listitem')
    // A finger scrolls instead of dragging; the buttons do the same.
    if (width < 768)
      for (const place of [3, 2])
        await page.getByRole('button', { name: `Move the picture at position ${place} up` }).click()
    else await rows.nth(2).locator('[draggable=true]').dragTo(rows.nth(0))
    await expect.poll(() => addresses(page)).toEqual([red, blue, green, ''])
    await page.getByRole('button', { name: 'Move the picture at position 1 down' }).focus()
    expect(await text(2).inputValue()).toBe('A blue monitor')
    await page.keyboard.press('Enter')
    await expect.poll(() => addresses(page)).toEqual([blue, red, green, ''])
    const focused = page.locator(':focus')
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Move the picture at position 2 down')
    await page.getByRole('button', { name: 'Remove the picture at position 2' }).click()
    await expect.poll(() => addresses(page)).toEqual([blue, green, '', ''])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)

    await page.getByRole('button', { name: 'Save product' }).click()
    await page.getByText('Updated successful!').waitFor()
    expect((await shop.call('GET', `/api/products/${id}`)).body).toMatchObject({
      logoUrl: blue,
      imgUrl1: green,
      logoAlt: 'A blue monitor',
    })
    await page.goto(`/products/${id}`)
    const isShown = `[...document.images].some((one) => one.getAttribute('src') === '${blue}' && one.naturalWidth === 800)`
    await page.getByRole('button', { name: 'Enlarge picture 1 of 2' }).waitFor()
    await expect.poll(() => page.evaluate(isShown)).toBe(true)
    const thumb = page.getByRole('button', { name: 'Picture 2' }).locator('img')
    expect(await thumb.getAttribute('src')).toBe(green.replace('-800', '-320'))
    const main = page.getByRole('button', { name: 'Enlarge picture' }).locator('img')
    expect(await main.getAttribute('alt')).toBe('A blue monitor')
    await main.click()
    await page.getByRole('img', { name: 'A blue monitor, picture 1' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Picture 2' }).click()
    await expect.poll(() => main.getAttribute('alt')).toBe(`Pictured Monitor ${width}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('drops files anywhere on the form, and loses no page where one misses it', async () => {
    const { page, context, id } = await openForm()
    const rows = page.getByRole('group', { name: 'Pictures' }).getByRole('listitem')
    await dropByHand(page, await photo('slot.png', '#224488'), rows.nth(2))
    await expect.poll(() => addresses(page)).toEqual([uploadedAddress, '', '', ''])
    await dropByHand(page, await photo('field.png', '#228844'), page.getByLabel('Title'))
    await expect.poll(() => addresses(page)).toEqual([uploadedAddress, uploadedAddress, '', ''])
    await dropByHand(page, await photo('other.png', '#882222'), page.getByRole('heading', { name: 'Edit product' }))
    expect(new URL(page.url()).pathname).toBe(`/admin/products/${id}`)
    await expect.poll(() => addresses(page)).toEqual([uploadedAddress, uploadedAddress, '', ''])
    await context.close()
  })

  test('drops a file while another is uploaded: it waits for its turn', async () => {
    const { page, context } = await openForm()
    const held = Promise.withResolvers<void>()
    const isUpload = '**/api/products/*/images'
    await page.route(isUpload, (route) => held.promise.then(() => route.continue()), { times: 1 })
    await drop(page, [await photo('first.png', '#224488')])
    await page.getByText('Uploading first.png…').waitFor()
    await drop(page, [await photo('second.png', '#228844'), await photo('third.png', '#882222')])
    await page.getByText('Uploading first.png… 2 more to upload').waitFor()
    expect(await page.getByRole('button', { name: 'Save product' }).isDisabled()).toBe(true)
    held.resolve()
    await expect.poll(() => addresses(page)).toEqual([uploadedAddress, uploadedAddress, uploadedAddress, ''])
    await expect.poll(() => page.getByRole('button', { name: 'Save product' }).isEnabled()).toBe(true)
    await context.close()
  })

  test('sees which files are rejected, and why; the others are accepted', async () => {
    const { page, context } = await openForm()
    const svg = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="x"></svg>') }
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1_048_576 + 1) }
    const rest = await Promise.all(
      ['#111', '#333', '#555', '#777', '#999'].map((grey, index) => photo(`${index}.png`, grey)),
    )
    await chooser(page).setInputFiles([svg, large, ...rest])
    await page.getByText('drawing.svg: SVG pictures cannot be uploaded').waitFor()
    await page.getByText('large.png: a picture may have at most 10 MB').waitFor()
    await page.getByText('4.png: a product has at most four pictures; remove one first').waitFor()
    await expect.poll(() => addresses(page)).toEqual(places.map(() => uploadedAddress))
    await context.close()
  })
})
