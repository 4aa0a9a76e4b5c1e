import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Less than half of `axe.source`, and every page has to read it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const options = { runOnly: tags, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }

/** What axe finds on the page as it is now, and what makes it wider than its window: one line each. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source)
  // The sticky header covers what has been scrolled below it: that is no fault of the page.
  await page.evaluate('scrollTo(0, 0)')
  const found = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  const faults = found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html, any }) =>
        `${id} (${help}): ${target.join(' ')} ${html.slice(0, 160)} ${any.map(({ message }) => message).join('; ')}`,
    ),
  )
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return excess > 0 ? [...faults, `wider than the window by ${excess} px`] : faults
}
