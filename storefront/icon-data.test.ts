import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iconData } from './icon-data.ts'

const icons = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm/icons')

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'icon-data-'))
  await writeFile(join(root, 'create-icon.ts'), 'export default ({ node }) => console.log(node)')
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The script of a page with this icon. */
async function built(icon: string): Promise<string> {
  const [input, outDir] = [join(root, 'main.ts'), join(root, 'dist')]
  await writeFile(input, `import Icon from ${JSON.stringify(join(icons, `${icon}.mjs`))}\nconsole.log(Icon)`)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [iconData()],
    resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(root, 'create-icon.ts') }] },
    build: { outDir, rolldownOptions: { input } },
  })
  const [file = ''] = await readdir(join(outDir, 'assets'))
  return readFile(join(outDir, 'assets', file), 'utf8')
}

// One icon has all of its shapes on one line, one a line for each attribute, and the last one has other names.
test.each([
  ['x', ['M18 6 6 18', 'm6 6 12 12']],
  ['package', ['M12 22V12', '3.29 7 12 12 20.71 7', 'm7.5 4.27 9 5.15']],
  ['circle-exclamation-point', ['12.01', '16']],
])('the icon %s is its shapes alone', async (icon, shapes) => {
  const script = await built(icon)
  for (const shape of shapes) expect(script).toContain(shape)
  expect(script).not.toMatch(/key:|name:|size:|aliases:/)
})
