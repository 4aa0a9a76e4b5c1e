import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classNames } from './class-names.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'class-names-'))
  await writeFile(join(root, 'card.module.css'), '.title { color: red } .price { color: blue }')
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The script and the styles that are built from this module. */
async function built(module: string): Promise<{ script: string; styles: string }> {
  const [input, outDir] = [join(root, 'main.ts'), join(root, 'dist')]
  await writeFile(input, module)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [classNames()],
    build: { outDir, minify: 'terser', terserOptions: { module: true }, rolldownOptions: { input } },
  })
  const files = await readdir(join(outDir, 'assets'))
  const textOf = async (end: string) => {
    const texts = files
      .filter((file) => file.endsWith(end))
      .map((file) => readFile(join(outDir, 'assets', file), 'utf8'))
    return (await Promise.all(texts)).join('\n')
  }
  return { script: await textOf('.js'), styles: await textOf('.css') }
}

test('class names are written where they are used, and the styles are unchanged', async () => {
  const { script, styles } = await built(`
    import * as styles from './card.module.css'
    console.log(styles['title'])`)
  expect(script).toContain('console.log("card-title")')
  expect(script).not.toContain('card-price')
  expect(styles).toContain('.card-price')
})

test('names that are computed come from a table', async () => {
  const { script } = await built(`
    import styles from './card.module.css'
    export const classOf = (name) => styles[name]
    console.log(classOf(location.hash))`)
  expect(script).toContain('card-price')
})

test('a name without a style fails the build', () =>
  expect(built(`import * as styles from './card.module.css'; console.log(styles['cost'])`)).rejects.toThrow('cost'))
