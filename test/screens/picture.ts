import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { showInScheme } from '../support/browser/axe.ts'
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

type Picture = { folder: string; width: number; screen: Screen }

/** Writes `FOLDER/WIDTH/NAME.png`, and the same in the dark scheme to `FOLDER/WIDTH-dark`. */
export async function takePicture(page: Page, { folder, width, screen }: Picture): Promise<void> {
  if (screen.isOverlaid !== true) await page.evaluate(loadPictures)
  for (const [scheme, place] of [['', `${width}`] as const, ['dark', `${width}-dark`] as const]) {
    await showInScheme(page, scheme)
    await mkdir(join(folder, place), { recursive: true })
    await page.screenshot({ path: join(folder, place, `${screen.name}.png`), fullPage: screen.isOverlaid !== true })
  }
  await showInScheme(page, '')
}

/** Pictures further down are lazy and would not load without scrolling. */
const loadPictures = `document.fonts.ready.then(() => Promise.all([...document.images].map((image) => {
  image.loading = 'eager'
  return image.decode().catch(() => undefined)
})))`
