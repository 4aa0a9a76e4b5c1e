import type { Page } from 'playwright-core'
import { visitAsAdmin } from '../../support/browser/admin-browser.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { listRows } from '../../support/browser/rows.ts'
import { Visitors } from '../../support/browser/visitors.ts'

const mostRows = 60
const longTaskMs = 50

/** The lists with their longest page, and the header that sorts each. */
const lists = [
  { path: '/admin/orders', header: 'Total' },
  { path: '/admin', header: 'Price' },
  { path: '/admin/users', header: 'Name' },
  { path: '/admin/service-requests', header: 'Company' },
  { path: '/admin/operations/mails', header: 'Attempts' },
]

type Measuring = { url: string; browserPath: string; print: (line: string) => void }

/** Scrolls each list, turns its pages and sorts it. Returns whether the goals are reached. */
export async function measureScrolling({ url, browserPath, print }: Measuring): Promise<boolean> {
  const browser = await launchBrowser(browserPath)
  let isSmooth = true
  try {
    for (const { path, header } of lists) {
      const site = { url, settled: () => Promise.resolve() }
      const { page, context } = await visitAsAdmin(new Visitors(browser), site, 1440)
      await page.goto(`${path}?size=50`)
      await listRows(page).first().waitFor()
      await page.waitForLoadState('networkidle')
      await observe(page)
      const rows = await scrollTurnAndSort(page, header)
      const tasks = await page.evaluate<{ scrolling: number[]; loading: number[] }>('window.tasks')
      const isGood = rows <= mostRows && longest(tasks.scrolling) <= longTaskMs
      isSmooth &&= isGood
      print(
        `${path}: at most ${rows} rows in the page; longest task while scrolling ${described(tasks.scrolling)}, ` +
          `while a page is turned or sorted ${described(tasks.loading)}: ${isGood ? 'reaches' : 'MISSES'} its goal`,
      )
      await context.close()
    }
    return isSmooth
  } finally {
    await browser.close()
  }
}

const longest = (tasks: readonly number[]) => Math.max(0, ...tasks)
const described = (tasks: readonly number[]) =>
  tasks.length === 0 ? `at most ${longTaskMs} ms` : `${longest(tasks)} ms`

/** Collects the long tasks of the page, separately for each thing that it does. */
async function observe(page: Page): Promise<void> {
  await page.evaluate(`
    window.tasks = { scrolling: [], loading: [] }
    window.doing = 'scrolling'
    const keep = (entries) => window.tasks[window.doing].push(...entries.map(({ duration }) => Math.round(duration)))
    const observer = new PerformanceObserver((list) => keep(list.getEntries()))
    observer.observe({ entryTypes: ['longtask'] })
    window.next = (doing) => {
      keep(observer.takeRecords())
      window.doing = doing
    }`)
}

/** Attributes the tasks from now on, after those that have begun. */
async function begin(page: Page, doing: 'scrolling' | 'loading'): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  await page.evaluate(`window.next('${doing}')`)
}

/** Returns the greatest number of rows that the page held. */
async function scrollTurnAndSort(page: Page, header: string): Promise<number> {
  let rows = 0
  for (let turn = 0; turn < 5; turn++) {
    await begin(page, 'scrolling')
    await scroll(page)
    rows = Math.max(rows, await listRows(page).count())
    await begin(page, 'loading')
    const before = await listRows(page).first().getAttribute('data-key')
    if (turn === 2) await page.getByRole('columnheader', { name: header, exact: true }).getByRole('link').click()
    else await page.getByRole('link', { name: 'Next page' }).click()
    await page.locator(`tbody > tr:first-child:not([data-key="${before}"])`).waitFor()
  }
  return rows
}

/** To the end of the page and back, as with a wheel. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500)
  for (const way of [400, -400])
    for (let step = 0; step < 12; step++) {
      await page.mouse.wheel(0, way)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
}
