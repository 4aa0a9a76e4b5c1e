import { access, glob, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** A path of the repository in backticks: it begins with a root folder and contains no wildcard. */
const path = /`((?:core|modules|projections|workers|storefront|test|docs)\/[\w./$-]*)`/g

async function pathsIn(file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8')
  return [...text.matchAll(path)].map(([, found = '']) => found)
}

/** Paths that a command creates, or that a recipe tells its reader to create. */
const notCommitted = /^(storefront\/dist|test\/golden\/(read-models|erased)\/$)/

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/**/*.md',
  'modules/**/README.md',
  'test/**/README.md',
]
const files: string[] = []
for (const pattern of pages) for await (const file of glob(pattern, { cwd: root })) files.push(file)

describe('every path in the documentation exists', () => {
  test.each(files)('%s', async (file) => {
    const named = (await pathsIn(file)).filter((one) => !notCommitted.test(one))
    const missing = await Promise.all(
      named.map((one) =>
        access(join(root, one)).then(
          () => [],
          () => [one],
        ),
      ),
    )
    expect(missing.flat()).toEqual([])
  })
})

test('each module has a README', async () => {
  const entries = await readdir(join(root, 'modules'), { withFileTypes: true })
  const modules = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(modules.length).toBeGreaterThan(5)
  for (const name of modules) expect(files).toContain(`modules/${name}/README.md`)
})
