import { access, glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** A path of the repository in backticks: it begins with a folder of the root, and is no pattern. */
const path = /`((?:core|modules|projections|workers|storefront|test|docs)\/[\w./$-]*)`/g

async function pathsIn(file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8')
  return [...text.matchAll(path)].map(([, found = '']) => found)
}

/** What a recipe asks its reader to write, and what is made by a command. */
const written = /^(storefront\/dist|test\/golden\/(read-models|erased)\/$)/

const pages = ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', 'modules/**/README.md', 'test/**/README.md']
const files: string[] = []
for (const pattern of pages) for await (const file of glob(pattern, { cwd: root })) files.push(file)

describe('every path that a page names exists', () => {
  test.each(files)('%s', async (file) => {
    const named = (await pathsIn(file)).filter((one) => !written.test(one))
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
