import type { Locator, Page } from 'playwright-core'

/** The name of the focused element. */
export const focusedText = (page: Page): Promise<unknown> =>
  page.evaluate("(document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText).trim()")

/** Presses Tab until the focused element has that name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed++) {
    await page.keyboard.press('Tab')
    if (name.test(String(await focusedText(page)))) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/** Presses Tab until this element is focused. */
export async function tabInto(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let pressed = 0; pressed < 250; pressed++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((one) => one.ownerDocument.activeElement === one, undefined, { timeout: 5_000 })) return
  }
  throw new Error(`Tab does not lead to ${String(element)}`)
}
