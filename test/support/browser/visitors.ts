import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A context with one page. */
export type Seat = { context: BrowserContext; page: Page }

/** A shop to visit. Before each page, the visitor awaits `settled`: the read models then include all earlier events. */
export type Site = { url: string; settled: () => Promise<void> }

export type Wanted = { site: Site; width: number; hasTouch: boolean; stored: Record<string, string> }

type FreeSeat = Seat & Pick<Wanted, 'site' | 'hasTouch'>

const height = 844

/** Answers without a page, so no script of the shop can write to the storage while it is cleared. */
const pathWithoutScripts = '/health/live'

/** The events that tests listen to. */
const events = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'] as const

/** What cannot be undone: a test that calls one of these leaves no page to the next visitor. */
const alterations = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'setOffline',
  ],
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
} as const

/**
 * The browser contexts of one test file. A visitor whose context was closed leaves the page to the next one: its renderer has
 * compiled the scripts and loaded the fonts, which makes a visit three times as cheap as one in a new context. The next
 * visitor finds an empty storage, no cookies, and no routes or listeners of the test before.
 */
export class Visitors {
  readonly #browser: Browser
  readonly #closers = new Set<() => Promise<void>>()
  #free: FreeSeat[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** A separate context, which no other visitor takes over. */
  async newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options)
    this.#closers.add(context.close.bind(context))
    return context
  }

  /** A page of this width with this local storage. */
  async take(wanted: Wanted): Promise<Seat> {
    const free = this.#free.find(({ site, hasTouch }) => site.url === wanted.site.url && hasTouch === wanted.hasTouch)
    if (free === undefined) return this.#newSeat(wanted)
    this.#free = this.#free.filter((seat) => seat !== free)
    await free.page.setViewportSize({ width: wanted.width, height })
    await free.page.evaluate(store, Object.entries(wanted.stored))
    return free
  }

  async #newSeat({ site, width, hasTouch, stored }: Wanted): Promise<Seat> {
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
    const context = await this.newContext({
      baseURL: site.url,
      viewport: { width, height },
      locale: 'en-IN',
      hasTouch,
      storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const seat = { context, page, site, hasTouch }
    const clear = clearing(seat)
    waitForHydration(seat)
    const close = context.close.bind(context)
    const isAltered = watchAlterations(seat)
    context.close = async () => {
      if (!isAltered() && (await clear())) this.#free.push(seat)
      else await close()
    }
    return seat
  }

  /** Closes all contexts. */
  async close(): Promise<void> {
    await Promise.all([...this.#closers].map((close) => close()))
  }
}

/** Runs in the page. */
function store(entries: [string, string][]): void {
  for (const [name, value] of entries) localStorage.setItem(name, value)
}

/** Returns whether a test has altered the page or its context for good. */
function watchAlterations({ context, page }: Seat): () => boolean {
  let isAltered = false
  const watch = <Name extends string>(target: Record<Name, (...given: never[]) => unknown>, name: Name) => {
    const call = target[name].bind(target)
    target[name] = (...given) => {
      isAltered = true
      return call(...given)
    }
  }
  for (const name of alterations.context) watch(context, name)
  for (const name of alterations.page) watch(page, name)
  // Installs an init script through the context.
  watch(page.clock, 'install')
  return () => isAltered
}

/** Makes each load wait for hydration: before it, only the links of a page from the server work. */
function waitForHydration({ page, site }: FreeSeat): void {
  const open = page.goto.bind(page)
  const openAgain = page.reload.bind(page)
  const isReady = () => page.locator('html[data-ready]').waitFor({ state: 'attached' })
  page.goto = async (...request) => {
    await site.settled()
    const response = await open(...request)
    await isReady()
    return response
  }
  page.reload = async (...options) => {
    await site.settled()
    const response = await openAgain(...options)
    await isReady()
    return response
  }
}

/** Returns what clears the page; it resolves to false if the page cannot serve another visitor. */
function clearing({ context, page }: Seat): () => Promise<boolean> {
  const open = page.goto.bind(page)
  return async () => {
    if (page.isClosed() || context.pages().length !== 1) return false
    try {
      for (const event of events) page.removeAllListeners(event)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await open(pathWithoutScripts)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await context.clearCookies()
      return true
    } catch {
      return false
    }
  }
}
