import type { Page } from 'playwright-core'
import { storedLine, storedUser, visitAs, type Visitor, type TestBrowser } from '../support/browser/browser.ts'
import { axeScript } from './axe.ts'
import type { LivedInShop } from './lived-in-shop.ts'
import type { Screen, Viewpoint } from './screen.ts'

type Place = { browser: TestBrowser; shop: LivedInShop; widths: readonly number[] }

type Look = (page: Page, screen: Screen, width: number) => Promise<string[]>

/** Four pages keep two cores busy. */
const pagesAtATime = 4

/** Runs `look` on each screen at each width; resolves to the faults, each with its screen's name. */
export async function onPages(place: Place, screens: readonly Screen[], look: Look): Promise<string[]> {
  const waiting = inOrder(screens.filter((screen) => place.widths.some((width) => isSeenAt(screen, width))))
  const faults: string[] = []
  async function work() {
    let viewer: Viewer | undefined
    for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift()) {
      if (viewer?.as !== asOf(screen)) {
        await viewer?.context.close()
        viewer = await openViewer(place, asOf(screen))
      }
      faults.push(...(await lookAt(place, { viewer, screen, look })))
    }
    await viewer?.context.close()
  }
  await Promise.all(Array.from({ length: pagesAtATime }, work))
  return faults
}

/** A browser context of one viewpoint. All screens of the viewpoint share it, because opening one is slow. */
type Viewer = Visitor & {
  as: Viewpoint
  /** Nothing was done on the page yet, so the next screen can be opened by a navigation within the document. */
  isAsOpened: boolean
}

/** Sorts by viewpoint, and within one puts screens without actions first. */
function inOrder(screens: readonly Screen[]): Screen[] {
  const viewpoints = [...new Set(screens.map(asOf))]
  const rank = (screen: Screen) => viewpoints.indexOf(asOf(screen)) * 2 + Number(isActedOn(screen))
  return screens.toSorted((a, b) => rank(a) - rank(b))
}

const asOf = ({ as = 'guest' }: Screen) => as
const isActedOn = ({ act, prepare }: Screen) => act !== undefined || prepare !== undefined

/** Sets up the screen's state once, then widens the window for each width: an open dialog stays open. */
async function lookAt(place: Place, { viewer, screen, look }: Looking): Promise<string[]> {
  const { page, context } = viewer
  const widths = place.widths.filter((width) => isSeenAt(screen, width))
  const faults: string[] = []
  try {
    await page.setViewportSize({ width: widths[0] ?? 390, height: 844 })
    await screen.prepare?.(page)
    await openScreen(viewer, screen)
    await screen.act?.(page)
    await hasHeading(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      const found = await look(page, screen, width)
      faults.push(...found.map((fault) => `${screen.name} at ${width} px: ${fault}`))
    }
  } catch (error) {
    viewer.isAsOpened = false
    faults.push(`${screen.name}: ${String(error)}`)
  } finally {
    if (isActedOn(screen)) {
      await context.setOffline(false)
      await page.emulateMedia({ media: null })
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  }
  return faults
}

type Looking = { viewer: Viewer; screen: Screen; look: Look }

async function openScreen(viewer: Viewer, screen: Screen): Promise<void> {
  const { page } = viewer
  const isWithin = viewer.isAsOpened && !isActedOn(screen)
  viewer.isAsOpened = !isActedOn(screen)
  if (isWithin) await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(screen.path)} })`)
  else await page.goto(screen.path)
  await hasHeading(page)
}

/** The breakpoint of the menu (spec §9). */
function isSeenAt({ only }: Screen, width: number): boolean {
  return only === undefined || (only === 'wide') === width >= 992
}

async function openViewer({ browser, shop }: Place, as: Viewpoint): Promise<Viewer> {
  const [first, , , fourth] = shop.devices
  const cart = [storedLine(first, 2), storedLine(fourth)]
  const changedCart = [
    storedLine({ ...first, price: first.price + 900 }, 2),
    storedLine({ ...fourth, id: 'withdrawn' }),
  ]
  const stored = {
    guest: {},
    shopper: { cart },
    returning: { user: storedUser(shop.newcomer), cart: changedCart },
    buyer: { user: storedUser(shop.buyer), cart },
    newcomer: { user: storedUser(shop.newcomer) },
    admin: { user: storedUser(shop.admin) },
  }[as]
  const visitor = await visitAs(browser, shop.shop, {})
  await visitor.context.addInitScript(
    startWith,
    Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)] as const),
  )
  await visitor.context.addInitScript({ content: axeScript })
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  return { ...visitor, as, isAsOpened: false }
}

/** Runs in each new document, so that all begin with the same storage, whatever the previous one stored. */
function startWith(stored: (readonly [string, string])[]): void {
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of stored) localStorage.setItem(key, value)
}

async function hasHeading(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
}
