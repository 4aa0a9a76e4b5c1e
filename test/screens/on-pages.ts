import type { Browser, Page } from 'playwright-core'
import { storedLine, storedUser, visitAs } from '../support/browser.ts'
import type { LivedInShop } from './lived-in-shop.ts'
import type { Screen } from './screen.ts'

type Place = { browser: Browser; shop: LivedInShop; widths: readonly number[] }

type Look = (page: Page, screen: Screen, width: number) => Promise<string[]>

/** As many pages at a time keep two cores busy. */
const pagesAtATime = 4

/** Looks at each screen in a browser of its own, at each width; resolves to the faults, each with its screen's name. */
export async function onPages(place: Place, screens: readonly Screen[], look: Look): Promise<string[]> {
  const waiting = [...screens]
  const faults: string[] = []
  async function work() {
    for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift())
      faults.push(...(await lookAt(place, screen, look)))
  }
  await Promise.all(Array.from({ length: pagesAtATime }, work))
  return faults
}

/** The state is brought about once, and then the window is made wider: what is open stays open. */
async function lookAt(place: Place, screen: Screen, look: Look): Promise<string[]> {
  const widths = place.widths.filter((width) => isSeenAt(screen, width))
  const { page, context } = await visitorOf(place, screen, widths[0])
  const faults: string[] = []
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await screen.prepare?.(page)
    await page.goto(screen.path)
    await hasHeading(page)
    await screen.act?.(page)
    await hasHeading(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      const found = await look(page, screen, width)
      faults.push(...found.map((fault) => `${screen.name} at ${width} px: ${fault}`))
    }
  } catch (error) {
    faults.push(`${screen.name}: ${String(error)}`)
  } finally {
    await context.close()
  }
  return faults
}

/** The breakpoint of the menu (spec §9). */
function isSeenAt({ only }: Screen, width: number): boolean {
  return only === undefined || (only === 'wide') === width >= 992
}

function visitorOf({ browser, shop }: Place, { as = 'guest' }: Screen, width = 390) {
  const cart = [storedLine(shop.devices[0], 2), storedLine(shop.devices[3])]
  const stored = {
    guest: {},
    shopper: { cart },
    buyer: { user: storedUser(shop.buyer), cart },
    newcomer: { user: storedUser(shop.newcomer) },
    admin: { user: storedUser(shop.admin) },
  }[as]
  return visitAs(browser, shop.shop, { width, stored })
}

async function hasHeading(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
}
