import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOps } from '#test/support/shop/ops-process.ts'

const readme = join(import.meta.dirname, '..', '..', 'README.md')

test('every operator command is in the table of the README', async () => {
  const { stdout } = await runOps({}, '--help')
  const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]+)\b/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'help')
  const rows = (await readFile(readme, 'utf8')).split('## How to operate')[1]?.split('\n## ')[0] ?? ''
  const firstCells = Array.from(rows.matchAll(/^\|([^|]+)\|/gm), ([, cell]) => cell ?? '').join()
  const documented = new Set(Array.from(firstCells.matchAll(/`([a-z-]+)[^`]*`/g), ([, name]) => name))
  expect(commands).toContain('verify')
  expect(commands.filter((name) => !documented.has(name))).toEqual([])
})
