import type { Locator } from 'playwright-core'

/** Whether the whole part is on the screen. */
export function isInView(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight
  })
}
