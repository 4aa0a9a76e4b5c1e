import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { target: string[] }[] }

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe-core finds wrong with the page as it stands: rule and place of each finding. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The page's policy refuses scripts of others, so it comes in by the browser's own door.
  await page.evaluate(await readFile(source, 'utf8'))
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(
      ({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target: target.map(String) })) })))`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
