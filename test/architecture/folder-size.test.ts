import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** With more files in one folder it is hard to see which belong together. */
const most = 15

/** Folders that are not read as a whole: frozen data, pictures, and decisions, one per file. */
const data =
  /^(test\/golden\/(events|decoded|erased|read-models|names\/frozen|earlier-release)|storefront\/public|docs\/decisions)(\/|$)/

/** Not counted: tests, which are next to the code they test, and generated files. */
const uncounted = /[.](test[.]tsx?|gen[.]ts)$/

/** The repository's root is skipped: npm, git, Docker and other tools expect their files there. */
function crowded(files: readonly string[]): string[] {
  const counted = files.filter((file) => file.includes('/') && !uncounted.test(file) && !data.test(dirname(file)))
  const folders = Map.groupBy(counted, (file) => dirname(file))
  return [...folders]
    .filter(([, held]) => held.length > most)
    .map(([folder, held]) => `${folder}: ${held.length} files`)
}

test(`no folder contains more than ${most} files`, () => {
  // New files that git does not track yet are counted, too.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(files.length).toBeGreaterThan(1_000)
  expect(crowded(files), 'move files that belong together into a folder of their own').toEqual([])
})

test('finds a folder with one file too many, and does not count tests, generated files and data', () => {
  const files = Array.from({ length: most }, (_, i) => `core/a/${i}.ts`)
  const others = ['core/a/b/x.ts', 'core/a/x.test.ts', 'core/a/x.gen.ts', 'test/golden/events/x.json']
  expect(crowded([...files, ...others])).toEqual([])
  expect(crowded([...files, 'core/a/x.ts'])).toEqual(['core/a: 16 files'])
})
