import type { Locator, Page } from 'playwright-core'

/** The entries of a list of the console: the rows of its table, or its cards where a table has no room. */
export function listRows(page: Page): Locator {
  return page.getByRole('main').locator('article, tbody > tr')
}
