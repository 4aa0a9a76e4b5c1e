import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { target: string[] }[] }

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Waits for animations to finish: the contrast of a dialog that is fading in is not the final one. */
const atRest = `Promise.all(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
  .map((animation) => animation.finished.catch(() => undefined)))`

/** Shows the document in a colour scheme as if the visitor had chosen it; '' is the device's, which is light here. */
export const inScheme = (scheme: '' | 'dark') => `document.documentElement.dataset.scheme = '${scheme}'; ${atRest}`

/**
 * The violations that axe-core finds on the page in its current state, and those of contrast in the dark scheme: rule
 * and element of each.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(atRest)
  // Evaluated through the browser's protocol, because the content security policy forbids script elements for it.
  await page.evaluate(await readFile(source, 'utf8'))
  const violations = await violationsOf(page, {})
  await page.evaluate(inScheme('dark'))
  const inDark = await violationsOf(page, { runOnly: ['color-contrast'] })
  await page.evaluate(inScheme(''))
  return [...violations, ...inDark.map((violation) => `in the dark: ${violation}`)]
}

async function violationsOf(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target: target.map(String) })) })))`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
