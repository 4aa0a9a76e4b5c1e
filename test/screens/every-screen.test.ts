import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts'
import { needsBrowser, leftToCi } from '../support/engines/engines.ts'
import { runsEverything } from '../support/runner/left-to-ci.ts'
import { eventually } from '../support/eventually.ts'
import { adminScreens } from './admin-screens.ts'
import { buyerScreens } from './buyer-screens.ts'
import { violationsOf, type InTheDark } from './axe.ts'
import { guestScreens } from './guest-screens.ts'
import { openLivedInShop, type LivedInShop } from './lived-in-shop.ts'
import { onPages } from './on-pages.ts'
import { takePicture } from './picture.ts'
import type { Screen } from './screen.ts'

const folder = process.env['SCREENS']
const all = [390, 768, 1440, 1920]

/** Those in between change the layout of the console most; pictures are taken at all of them. */
const widthsOf = (visitor: string) => (folder !== undefined || visitor === 'admins' ? all : [390, 1440])

/** Every rule once, in the width of most desktop screens, or in the only one that a screen has; contrast again on a phone. */
function inTheDark({ only }: Screen, width: number): InTheDark {
  if (width === (only === 'narrow' ? 390 : 1440)) return 'every rule'
  return width === 390 ? 'contrast' : 'nothing'
}

/** A plain run opens no screen: the journeys check the accessibility of what they open. */
const opensScreens =
  runsEverything || folder !== undefined
    ? needsBrowser
    : { skip: true, meta: leftToCi('accessibility and reloads of every screen in every state') }

let shop: LivedInShop
let browser: TestBrowser

beforeAll(async () => {
  shop = await openLivedInShop()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.shop.close()
})

/** The paths of all pages, with `$` before each parameter. `/$` is every other address. */
async function pagePaths(): Promise<string[]> {
  const tree = await readFile(join(import.meta.dirname, '../../storefront/src/routeTree.gen.ts'), 'utf8')
  const paths = /interface FileRoutesByTo \{(?<paths>[^}]*)\}/.exec(tree)?.groups?.['paths'] ?? ''
  return [...paths.matchAll(/'(?<path>[^']+)':/g)]
    .flatMap(({ groups }) => groups?.['path'] ?? [])
    .filter((path) => path !== '/$')
}

/** The pages that a screen reaches by a click. */
const clicked = new Set(['/admin/events/$eventId'])

const visitors = [
  ['guests', guestScreens],
  ['buyers', buyerScreens],
  ['admins', adminScreens],
] as const

/** Pages whose content changes while they are open. */
const livePaths = new Set(['/admin/operations', '/admin/events'])

/** Everything that a reload must preserve: the address, the title and the text of the page. */
async function shownOn(page: Page): Promise<string[]> {
  const place = [page.url(), await page.title()]
  if (livePaths.has(new URL(page.url()).pathname)) return place
  const main = page.locator('main')
  // What was viewed changes, and only a page from the server says something without scripts.
  const passing = main.getByRole('region', { name: 'Recently viewed' }).or(main.locator('noscript'))
  const gone = await passing.evaluateAll((all) => all.map((one) => one.textContent))
  const text = gone.reduce((left, part) => left.replace(part, ''), (await main.textContent()) ?? '')
  // The page of an order shows the time of its last poll.
  return [...place, text.replace(/Last checked at [^.]*[.]/, '')]
}

/** The state of the page once nothing is loading and its text no longer changes. */
async function settledOn(page: Page): Promise<string[]> {
  let shown: string[] = []
  const isSettled = async () => {
    // Checked first, so that content that arrives between the two reads is part of the text.
    const isLoading = (await page.locator('main [aria-busy=true]').count()) > 0
    const before = shown
    shown = await shownOn(page)
    return !isLoading && isDeepStrictEqual(shown, before)
  }
  await expect.poll(isSettled).toBe(true)
  return shown
}

/** @throws an error with the position where the texts differ */
function expectSame(shown: readonly string[], before: readonly string[]): void {
  for (const [i, text] of shown.entries()) {
    const expected = before[i] ?? ''
    let at = 0
    while (at < text.length && text[at] === expected[at]) at++
    const near = (whole: string) => whole.slice(Math.max(0, at - 60), at + 240)
    if (text !== expected) throw new Error(`"${near(expected)}" has changed to "${near(text)}"`)
  }
}

test('every page has a screen', needsBrowser, async () => {
  const opened = visitors.flatMap(([, screensOf]) => screensOf(shop)).map(({ path }) => path.replace(/[?].*$/, ''))
  const pages = await pagePaths()
  expect(pages.length).toBeGreaterThan(30)
  const missing = pages.filter((page) => {
    const pattern = new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !clicked.has(page) && !opened.some((path) => pattern.test(path))
  })
  expect(missing, 'add a link to adminPlaces of the manifest, or a screen to test/screens').toEqual([])
})

describe('at 1440 px', opensScreens, () => {
  test.each(visitors)(
    'every address of %s shows the same after a reload',
    async (_, screensOf) => {
      const addressed = screensOf(shop).filter(({ act, prepare, only }) => !act && !prepare && only !== 'narrow')
      const faults = await onPages({ browser, shop, widths: [1440] }, addressed, async (page) => {
        const before = await settledOn(page)
        await page.reload()
        await eventually(async () => expectSame(await shownOn(page), before))
        return []
      })
      expect(faults).toEqual([])
    },
    600_000,
  )
})

describe('at every width', opensScreens, () => {
  test.each(visitors)(
    'every screen of %s is accessible and no wider than the window, in every state',
    async (visitor, screensOf) => {
      const place = { browser, shop, widths: widthsOf(visitor) }
      const faults = await onPages(place, screensOf(shop), async (page, screen, width) => {
        if (folder !== undefined) await takePicture(page, { folder, width, screen })
        return violationsOf(page, inTheDark(screen, width))
      })
      expect(faults).toEqual([])
    },
    1_200_000,
  )
})
