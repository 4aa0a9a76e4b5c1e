import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

type Picture = { folder: string; width: number; screen: Screen }

/** Writes `FOLDER/WIDTH/NAME.png`. */
export async function takePicture(page: Page, { folder, width, screen }: Picture): Promise<void> {
  const place = join(folder, String(width))
  await mkdir(place, { recursive: true })
  if (screen.isOverlaid !== true) await page.evaluate(loadPictures)
  await page.screenshot({ path: join(place, `${screen.name}.png`), fullPage: screen.isOverlaid !== true })
}

/** Pictures further down are lazy and would not load without scrolling. */
const loadPictures = `document.fonts.ready.then(() => Promise.all([...document.images].map((image) => {
  image.loading = 'eager'
  return image.decode().catch(() => undefined)
})))`
