import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { inScheme } from '../support/browser/axe.ts'

/** Minified: less than half the size of `axe.source`, which every page would have to parse. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const options: RunOptions = { runOnly: tags, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }

/**
 * The violations that axe finds on the page in its current state, those of contrast in the dark scheme, and by how much
 * the page is wider than the window.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source)
  // Content scrolled below the sticky header is covered by it, which is not a violation.
  await page.evaluate('scrollTo(0, 0)')
  const found = await faultsOf(page, options)
  await page.evaluate(inScheme('dark'))
  const inDark = await faultsOf(page, { ...options, runOnly: ['color-contrast'] })
  await page.evaluate(inScheme(''))
  const faults = [...found, ...inDark.map((fault) => `in the dark: ${fault}`)]
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return excess > 0 ? [...faults, `wider than the window by ${excess} px`] : faults
}

async function faultsOf(page: Page, how: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(how)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html, any }) =>
        `${id} (${help}): ${target.join(' ')} ${html.slice(0, 160)} ${any.map(({ message }) => message).join('; ')}`,
    ),
  )
}
