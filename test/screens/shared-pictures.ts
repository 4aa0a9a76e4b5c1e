// `npm run shared-pictures`: draws the pictures that services show next to a link, which do not show SVG. They are files
// of the repository: one of each device, and one of the shop.
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { launchBrowser } from '../support/browser/browser.ts'

const images = join(import.meta.dirname, '../../storefront/public/images')
const size = { width: 1200, height: 630 }

/** The drawings of whole devices, by their names. */
async function devices(): Promise<(readonly [name: string, svg: string])[]> {
  const files = (await readdir(join(images, 'devices'))).filter(
    (file) => !/-(?:detail|dimensions|in-use)\.svg$/.test(file),
  )
  const read = files.map(async (file) => [file.replace('.svg', ''), await drawing(`devices/${file}`)] as const)
  return Promise.all(read)
}

const drawing = (path: string) => readFile(join(images, path), 'utf8')

async function font(): Promise<string> {
  const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
  return (await readFile(file)).toString('base64')
}

function documentOf(svg: string, fontFile: string): string {
  return `<style>
@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${fontFile}) }
body { display: flex; margin: 0; width: 1200px; height: 630px; overflow: hidden; font: 500 30px/1.4 Inter; color: #4c5958; background: #f4f6f8 }
div { flex: 1; padding: 150px 0 0 72px }
h1 { margin: 36px 0 14px; font: 700 62px/1.08 Inter; letter-spacing: -.03em; color: #073432 }
svg.mark { width: 88px; height: 88px }
div ~ svg { width: 630px; height: 630px }
</style>
<div><svg class="mark" viewBox="0 0 40 40"><rect width="40" height="40" rx="11" fill="#0d6b67"/><path fill="#fff" d="M16 8.5h8c.6 0 1 .4 1 1V16h6.5c.6 0 1 .4 1 1v3.5C32.5 28 28.5 32.5 20 32.5S7.5 28 7.5 20.5V17c0-.6.4-1 1-1H15V9.5c0-.6.4-1 1-1Z"/><path d="M20 32V19.5m0 7.5c.3-3 2.6-5 6-5.4M20 24c-.3-2.5-2.2-4.2-5.2-4.6" fill="none" stroke="#0d6b67" stroke-width="2" stroke-linecap="round"/></svg>
<h1>Sanjeevani Medical</h1>Medical equipment,<br>delivered anywhere in India</div>${svg}`
}

const pictures = [...(await devices()), ['shop', await drawing('devices/patient-monitor.svg')] as const]
const fontFile = await font()
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: size })
await mkdir(join(images, 'shared'), { recursive: true })
for (const [name, svg] of pictures) {
  await page.setContent(documentOf(svg, fontFile))
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(images, 'shared', `${name}.jpg`), type: 'jpeg', quality: 45 })
}
await browser.close()
process.stdout.write(`wrote ${pictures.length} pictures\n`)
