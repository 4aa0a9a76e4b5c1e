import type { Page } from 'playwright-core'
import { storedLine, storedUser, visitAs, type Visitor, type TestBrowser } from '../support/browser/browser.ts'
import type { LivedInShop } from './lived-in-shop.ts'
import type { Screen, Viewpoint } from './screen.ts'

type Place = { browser: TestBrowser; shop: LivedInShop; widths: readonly number[] }

type Look = (page: Page, screen: Screen, width: number) => Promise<string[]>

/** As many pages at a time keep two cores busy. */
const pagesAtATime = 4

/** Looks at each screen, at each width; resolves to the faults, each with its screen's name. */
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

/** Somebody's browser. As opening one takes longest, whoever it is sees all of their screens in one. */
type Viewer = Visitor & {
  as: Viewpoint
  /** Nothing was done on its page, so that the next screen can be gone to within the document. */
  isAsOpened: boolean
}

/** One person after the other, and what is only looked at before what something is done on. */
function inOrder(screens: readonly Screen[]): Screen[] {
  const persons = [...new Set(screens.map(asOf))]
  const rank = (screen: Screen) => persons.indexOf(asOf(screen)) * 2 + Number(isActedOn(screen))
  return screens.toSorted((a, b) => rank(a) - rank(b))
}

const asOf = ({ as = 'guest' }: Screen) => as
const isActedOn = ({ act, prepare }: Screen) => act !== undefined || prepare !== undefined

/** The state is brought about once, and then the window is made wider: what is open stays open. */
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
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  return { ...visitor, as, isAsOpened: false }
}

/** Every document begins with the same storage, whatever was done on the one before. */
function startWith(stored: (readonly [string, string])[]): void {
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of stored) localStorage.setItem(key, value)
}

async function hasHeading(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
}
