import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** A real Chromium without a window; `CHROMIUM_PATH` where it is not in Debian's place. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
}

export type Visitor = {
  context: BrowserContext
  page: Page
  /** What went wrong in the page: exceptions, refused scripts, failed requests. */
  complaints: string[]
}

/** Somebody with a browser of their own, on a phone unless another width is given. */
export async function visit(browser: Browser, baseURL: string, width = 390): Promise<Visitor> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 844 }, locale: 'en-IN' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { context, page, complaints }
}
