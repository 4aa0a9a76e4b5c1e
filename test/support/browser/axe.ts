import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { eventually } from '../eventually.ts'
import { runsEverything } from '../runner/left-to-ci.ts'

type Violation = { id: string; nodes: { target: string[] }[] }

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * Waits for animations to finish: the contrast of a dialog that is fading in is not the final one. Asked again and again, because
 * the promise of an animation that is replaced by another may never be settled.
 */
export async function atRest(page: Page): Promise<void> {
  const moving = `document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity).length`
  await eventually(async () => {
    const count = await page.evaluate<number>(moving)
    if (count > 0) throw new Error(`${count} animations do not end`)
  })
}

/** Shows the document in a colour scheme as if the visitor had chosen it; '' is the device's, which is light here. */
export async function showInScheme(page: Page, scheme: '' | 'dark'): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.scheme = '${scheme}'`)
  await atRest(page)
}

/**
 * The violations that axe-core finds on the page in its current state, and those of contrast in the dark scheme unless they are
 * left to CI: rule and element of each.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await atRest(page)
  // Evaluated through the browser's protocol, because the content security policy forbids script elements for it.
  // Without the last statement, the page would send back the whole of axe.
  await page.evaluate(`${await readFile(source, 'utf8')};undefined`)
  const violations = await violationsOf(page, {})
  if (!runsEverything) {
    leaveToCi('contrast in the dark scheme')
    return violations
  }
  await showInScheme(page, 'dark')
  const inDark = await violationsOf(page, { runOnly: ['color-contrast'] })
  await showInScheme(page, '')
  return [...violations, ...inDark.map((violation) => `in the dark: ${violation}`)]
}

/** Says in the last lines of the run what the current test has left out. */
function leaveToCi(what: string): void {
  const meta = TestRunner.getCurrentTest()?.meta
  const before = meta?.leftToCi
  if (meta !== undefined && before?.includes(what) !== true)
    meta.leftToCi = before === undefined ? what : `${before}, and ${what}`
}

async function violationsOf(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target: target.map(String) })) })))`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
