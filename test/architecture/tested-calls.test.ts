import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { permissionTable } from '../http/permissions/table.ts'

const root = join(import.meta.dirname, '..', '..')

const texts: string[] = []
for await (const file of glob('{test,modules}/**/*.test.ts', { cwd: root, exclude: ['test/http/permissions/**'] }))
  texts.push(await readFile(join(root, file), 'utf8'))

/** The two public numbers are answered below `/api`, too. */
const withoutAlias = (path: string) => path.replace(/^\/api\/public/, '/public')

const paths = Object.values(permissionTable)
  .flat()
  .map(([row]) => withoutAlias(row.split(' ')[1] ?? ''))

/** Whether a test names the beginning of the path, as a helper of many calls does, and its last fixed segment. */
function isTested(path: string): boolean {
  const fixed = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  const beginning = `/${fixed.slice(0, 2).join('/')}`
  const end = new RegExp(`[/'"\`]${fixed.at(-1)?.replaceAll('.', '[.]')}(?![\\w-])`)
  return texts.some((text) => text.includes(beginning) && end.test(text))
}

test('every call of the API is in a test besides that of the permissions', () => {
  expect(paths.length).toBeGreaterThan(80)
  expect(
    paths.filter((path) => !isTested(path)),
    'add a test to test/http/ that calls these',
  ).toEqual([])
})
