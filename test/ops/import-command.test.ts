import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { newId } from '#core/ids.ts'
import { importCommand } from '#modules/catalogue/ops.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let folder: string

beforeAll(async () => {
  shop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const header = 'sku,title,company,brand,category,lookup_type,price_inr,qty,description,feature_description'
const row = (sku: string, price: number) =>
  `${sku},Monitor ${sku},Aarogya Meditech,Aarogya,icu-equipments,Equipment,${price},4,For wards,Screen: 12 in`

async function importing(rows: readonly string[], isDryRun: boolean): Promise<string> {
  const file = join(folder, 'supplier.csv')
  await writeFile(file, [header, ...rows].join('\n'))
  let printed = ''
  const terminal = openTerminal({
    isJson: false,
    stdout: { write: (line) => (printed += line) },
    stderr: { write: () => undefined },
  })
  const { store } = shop.shop.infrastructure
  expect(await importCommand({ store, newId, terminal }, { file, isDryRun })).toBe(true)
  return printed.trim()
}

test('a dry run of an import tells what the import then does, and changes nothing', async () => {
  const { store } = shop.shop.infrastructure
  const rows = [row('MON-1', 84_500), row('MON-2', 1_200)]
  expect(await importing(rows, true)).toBe(
    '2 rows would be: 2 added, 0 changed, 0 unchanged, 0 refused; nothing was changed (--dry-run)',
  )
  expect(await store.readStream('product-mon-1')).toEqual([])
  expect(await importing(rows, false)).toBe('2 rows: 2 added, 0 changed, 0 unchanged, 0 refused')

  const cheaper = [row('MON-1', 80_000), row('MON-2', 1_200)]
  expect(await importing(cheaper, true)).toMatch(/0 added, 1 changed, 1 unchanged, 0 refused; nothing was changed/)
  expect(await store.readStream('product-mon-1')).toHaveLength(1)
})
