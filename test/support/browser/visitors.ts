import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { runsEverything } from '../runner/left-to-ci.ts'
import { withDeadline } from './deadline.ts'

/** A context with one page. */
export type Tab = { context: BrowserContext; page: Page }

export type Site = {
  url: string
  /** Awaited before each page: the read models then include all earlier events. */
  settled: () => Promise<void>
  /** Set if the shop of the next test file has the same address. */
  keepsAddress?: boolean
}

export type Wanted = { site: Site; width: number; hasTouch: boolean; stored: Record<string, string> }

/** A tab, with the shop that it is at now. */
export type OpenTab = Tab & Pick<Wanted, 'site' | 'hasTouch'> & { closeContext: () => Promise<void> }

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
  // Each installs the clock, which is an init script of the context.
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const

/**
 * The browser contexts of one test file. A visitor whose context was closed leaves the page to the next one: its renderer has
 * compiled the scripts and loaded the fonts, which makes a visit three times as cheap as one in a new context. The next
 * visitor finds an empty storage, no cookies, and no routes or listeners of the test before. The tabs of a shop that keeps
 * its address are left to the next file of the worker, too.
 */
export class Visitors {
  readonly #browser: Browser
  readonly #free: Set<OpenTab>
  /** The contexts of this file, with what closes each. */
  readonly #used = new Map<BrowserContext, () => Promise<void>>()

  /** @param free the tabs that the files of this worker have left */
  constructor(browser: Browser, free = new Set<OpenTab>()) {
    this.#browser = browser
    this.#free = free
  }

  /** A separate context, which no other visitor takes over. */
  async newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await withDeadline('browser.newContext', this.#browser.newContext(options))
    const close = context.close.bind(context)
    this.#used.set(context, () => withDeadline('context.close', close()))
    return context
  }

  /** A page of this width with this local storage. */
  async take(wanted: Wanted): Promise<Tab> {
    const { site, hasTouch } = wanted
    const tab = [...this.#free].find((free) => free.site.url === site.url && free.hasTouch === hasTouch)
    if (tab === undefined) return this.#newTab(wanted)
    this.#free.delete(tab)
    this.#used.set(tab.context, tab.closeContext)
    tab.site = site
    await tab.page.setViewportSize({ width: wanted.width, height })
    await tab.page.evaluate(store, Object.entries(wanted.stored))
    return tab
  }

  async #newTab({ site, width, hasTouch, stored }: Wanted): Promise<Tab> {
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
    const context = await this.newContext({
      baseURL: site.url,
      viewport: { width, height },
      locale: 'en-IN',
      reducedMotion: runsEverything ? 'no-preference' : 'reduce',
      hasTouch,
      storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
    })
    const page = await withDeadline('context.newPage', context.newPage())
    page.setDefaultTimeout(45_000)
    endLateCalls({ context, page })
    const tab: OpenTab = { context, page, site, hasTouch, closeContext: context.close.bind(context) }
    const clear = clearing(tab)
    waitForHydration(tab)
    const isAltered = watchAlterations(tab)
    context.close = async () => {
      if (!isAltered() && (await clear())) this.#free.add(tab)
      else await tab.closeContext()
    }
    return tab
  }

  /** Closes all contexts but those that the next file takes over. */
  async close(): Promise<void> {
    for (const tab of this.#free) {
      if (tab.site.keepsAddress === true) this.#used.delete(tab.context)
      else this.#free.delete(tab)
    }
    await Promise.all([...this.#used.values()].map((close) => close()))
    this.#used.clear()
  }
}

/** The calls that Playwright lets wait for ever; a page in an endless loop answers none of them. */
const callsWithoutTimeout = {
  context: ['clearCookies', 'close'],
  page: ['close', 'emulateMedia', 'evaluate', 'evaluateHandle', 'setViewportSize', 'unrouteAll'],
} as const

function endLateCalls({ context, page }: Tab): void {
  const end = <Name extends string>(target: Record<Name, (...given: never[]) => Promise<unknown>>, name: Name) => {
    const call = target[name].bind(target)
    target[name] = (...given) => withDeadline(`${name} at ${page.url()}`, call(...given))
  }
  for (const name of callsWithoutTimeout.context) end(context, name)
  for (const name of callsWithoutTimeout.page) end(page, name)
}

/** Runs in the page. */
function store(entries: [string, string][]): void {
  for (const [name, value] of entries) localStorage.setItem(name, value)
}

/** Returns whether a test has altered the page or its context for good. */
function watchAlterations({ context, page }: Tab): () => boolean {
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
  for (const name of alterations.clock) watch(page.clock, name)
  return () => isAltered
}

/** Makes each load wait for hydration: before it, only the links of a page from the server work. */
function waitForHydration(tab: OpenTab): void {
  const { page } = tab
  const open = page.goto.bind(page)
  const openAgain = page.reload.bind(page)
  const isReady = () => page.locator('html[data-ready]').waitFor({ state: 'attached' })
  page.goto = async (...request) => {
    await tab.site.settled()
    const response = await open(...request)
    await isReady()
    return response
  }
  page.reload = async (...options) => {
    await tab.site.settled()
    const response = await openAgain(...options)
    await isReady()
    return response
  }
}

/** Returns what clears the page; it resolves to false if the page cannot serve another visitor. */
function clearing({ context, page }: Tab): () => Promise<boolean> {
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
