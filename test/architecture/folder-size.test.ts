import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** More files side by side than this hide what belongs together. */
const most = 15

/** What nobody reads from top to bottom: frozen data, pictures, and one file a decision. */
const data =
  /^(test\/golden\/(events|decoded|erased|read-models|earlier-release)|storefront\/public|docs\/decisions)(\/|$)/

/** Tests stand next to what they test, and generated files are written by a program. */
const uncounted = /[.](test[.]tsx?|gen[.]ts)$/

function crowded(files: readonly string[]): string[] {
  const counted = files.filter((file) => file.includes('/') && !uncounted.test(file) && !data.test(dirname(file)))
  const folders = Map.groupBy(counted, (file) => dirname(file))
  return [...folders]
    .filter(([, held]) => held.length > most)
    .map(([folder, held]) => `${folder}: ${held.length} files`)
}

test(`no folder holds more than ${most} files side by side`, () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(files.length).toBeGreaterThan(1_000)
  expect(crowded(files)).toEqual([])
})

test('one file more is found, a test, a generated file and data are not counted', () => {
  const files = Array.from({ length: most }, (_, i) => `core/a/${i}.ts`)
  const others = ['core/a/b/x.ts', 'core/a/x.test.ts', 'core/a/x.gen.ts', 'test/golden/events/x.json']
  expect(crowded([...files, ...others])).toEqual([])
  expect(crowded([...files, 'core/a/x.ts'])).toEqual(['core/a: 16 files'])
})
