import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { atRest, showInScheme } from '../support/browser/axe.ts'

/**
 * The script that defines `axe` in a document. Minified: less than half the size of `axe.source`, which every page would have
 * to parse. As an init script it is sent to a page once, not for each document.
 */
export const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const options: RunOptions = { runOnly: tags, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }

/** What is checked in the dark scheme, too. */
export type InTheDark = 'every rule' | 'contrast' | 'nothing'

/**
 * The violations that axe finds on the page in its current state, also in the dark scheme, and by how much the page is
 * wider than the window. The page has `axeScript` as an init script.
 */
export async function violationsOf(page: Page, inTheDark: InTheDark): Promise<string[]> {
  // Content scrolled below the sticky header is covered by it, which is not a violation.
  await page.evaluate('scrollTo(0, 0)')
  await atRest(page)
  const found = await faultsOf(page, options)
  const faults = [...found, ...(inTheDark === 'nothing' ? [] : await faultsInDark(page, inTheDark))]
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return excess > 0 ? [...faults, `wider than the window by ${excess} px`] : faults
}

async function faultsInDark(page: Page, inTheDark: InTheDark): Promise<string[]> {
  await showInScheme(page, 'dark')
  const faults = await faultsOf(
    page,
    inTheDark === 'every rule' ? options : { ...options, runOnly: ['color-contrast'] },
  )
  await showInScheme(page, '')
  return faults.map((fault) => `in the dark: ${fault}`)
}

async function faultsOf(page: Page, how: RunOptions): Promise<string[]> {
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(how)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html, any }) =>
        `${id} (${help}): ${target.join(' ')} ${html.slice(0, 160)} ${any.map(({ message }) => message).join('; ')}`,
    ),
  )
}
