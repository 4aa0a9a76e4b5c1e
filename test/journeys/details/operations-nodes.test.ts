import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowserAtWidths, widths } from '../../support/browser/widths.ts'
import { eventually } from '../../support/eventually.ts'
import { waitingOperations } from '../../support/projections/waiting-work.ts'
import { addProducts, openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'

let shop: TestShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openShopForBrowser()
  browser = await openBrowser()
  await addProducts(shop, [{}, {}, {}])
  for (const step of ['verify', 'dry-run', 'replay']) await operate(`/api/ops/projections/product-search/${step}`)
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** Begins work on a read model, and waits for its result. */
async function operate(path: string): Promise<void> {
  const results = async () =>
    (await shop.call('GET', '/api/ops/results', { token: shop.adminToken })).body.content.length
  const before = await results()
  await shop.call('POST', path, { token: shop.adminToken, body: {} })
  await eventually(async () => expect(await results()).toBe(before + 1))
}

const columns = ['Streams', 'Read models and reactors', 'Written to']
const nodesOf = (page: Page, column: string) => page.getByRole('list', { name: column }).getByRole('listitem')

/** What is cut off in the nodes of the picture: each part whose content needs more room than it has. */
async function cutOff(page: Page): Promise<string[]> {
  const found = await Promise.all(
    columns.map((column) =>
      nodesOf(page, column).evaluateAll((nodes) =>
        nodes.flatMap((node) =>
          [node, ...node.querySelectorAll('*')]
            .filter(({ clientHeight }) => clientHeight > 0)
            .filter((part) => part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth)
            .map((part) => `${part.tagName} ${part.textContent}`),
        ),
      ),
    ),
  )
  return found.flat()
}

/** The nodes of a column that are not above one another. */
async function overlapping(page: Page, column: string): Promise<number> {
  const boxes = await nodesOf(page, column).evaluateAll((nodes) =>
    nodes.map((node) => {
      const { top, bottom } = node.getBoundingClientRect()
      return { top, bottom }
    }),
  )
  return boxes.filter(({ top }, index) => top < (boxes[index - 1]?.bottom ?? 0)).length
}

/** How far the ends of the lines are from the middle of a node, at most, in CSS pixels. */
function farthestEnd(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const picture = document.getElementById('flow')
    const middle = (node) => (node.getBoundingClientRect().top + node.getBoundingClientRect().bottom) / 2
    const middles = [...picture.querySelectorAll('ul')].map((list) => [...list.children].map(middle))
    const between = [...picture.querySelectorAll('div > svg')]
    const distances = between.flatMap((svg, gap) => {
      const { top, height } = svg.getBoundingClientRect()
      const rows = svg.viewBox.baseVal.height
      return [...svg.querySelectorAll('path')].flatMap((path) =>
        [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())].map(({ y }, end) =>
          Math.min(...middles[gap + end].map((one) => Math.abs(one - (top + (y / rows) * height)))),
        ),
      )
    })
    return distances.length === 0 ? Infinity : Math.max(...distances)
  })()`)
}

describe.each(widths(1440, 1920, 768, 390))('at a width of %i px', needsBrowserAtWidths, (width) => {
  test('every node of the picture shows all that it says, while work runs and with results, and the lines meet it', async () => {
    const { page, context, complaints } = await visitAsAdmin(browser, shop, width)
    const waiting = waitingOperations(shop)
    const ended = [waiting.replay('carts'), waiting.verify('carts')].map((work) => work.catch(() => 'stopped'))
    await page.goto('/admin/operations')
    const node = (name: string) =>
      nodesOf(page, 'Read models and reactors').and(page.getByRole('listitem', { name, exact: true }))
    await node('carts')
      .getByText(/^comparison [\d.]+ %/)
      .waitFor()
    await node('product-search')
      .getByText(/^Replay: done, /)
      .waitFor()
    const product = nodesOf(page, 'Streams').filter({ hasText: 'product' })
    await product.getByText(/^Last event \d+ /).waitFor()
    const tables = nodesOf(page, 'Written to').filter({ hasText: 'Tables' })
    await tables.getByText(/^Lag \d+/).waitFor()
    await tables.getByText(/^Last event \d+ /).waitFor()
    expect(await cutOff(page)).toEqual([])
    // On a narrow screen, nodes are next to each other, without lines.
    const hasLines = width >= 1200
    for (const column of columns.filter(() => hasLines)) expect(await overlapping(page, column)).toBe(0)
    expect(hasLines ? await farthestEnd(page) : 0).toBeLessThan(2)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    for (const step of ['stop-replay', 'stop-comparison'])
      await shop.call('POST', `/api/ops/projections/carts/${step}`, { token: shop.adminToken, body: {} })
    expect(await Promise.all(ended)).toEqual(['stopped', 'stopped'])
    expect(complaints).toEqual([])
    await context.close()
  })
})
