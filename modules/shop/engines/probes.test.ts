import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { without } from './probes.ts'

test.each(Object.entries(without))(
  'the documentation says the same as the shop without its %s',
  async (_, sentence) => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/production.md'), 'utf8')
    expect(page).toContain(`| ${sentence} `)
  },
)
