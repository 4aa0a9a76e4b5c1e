import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { target: string[] }[] }

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** A dialog that is still fading in has other contrasts than it will have. */
const atRest = `Promise.all(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
  .map((animation) => animation.finished.catch(() => undefined)))`

/** What axe-core finds wrong with the page as it stands: rule and place of each finding. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(atRest)
  // The page's policy refuses scripts of others, so it comes in by the browser's own door.
  await page.evaluate(await readFile(source, 'utf8'))
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(
      ({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target: target.map(String) })) })))`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
