import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { newId } from '#core/domain/ids.ts'
import { fetchNoPictures } from '#modules/catalogue/import/fetch-pictures.ts'
import { importCommand } from '#modules/catalogue/import/ops.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

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

function importing(rows: readonly string[], isDryRun: boolean): Promise<string> {
  return importingFile([header, ...rows].join('\n'), { isDryRun, isFit: true })
}

type Importing = { isDryRun: boolean; isFit: boolean; columns?: string[] }

async function importingFile(text: string, { isDryRun, isFit, columns = [] }: Importing) {
  const file = join(folder, 'supplier.csv')
  await writeFile(file, text, 'latin1')
  let printed = ''
  const terminal = openTerminal({
    isJson: false,
    stdout: { write: (line) => (printed += line) },
    stderr: { write: () => undefined },
  })
  const { store } = shop.shop.infrastructure
  const deps = { store, newId, terminal, fetchPictures: fetchNoPictures }
  expect(await importCommand(deps, { file, columns, isDryRun })).toBe(isFit)
  return printed.trim()
}

test('a dry run reports what the import would do, and changes nothing', async () => {
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

test('an import with a rejected row reports it, imports the others, and fails', async () => {
  await importing([row('GONE-1', 500)], false)
  const product = '/api/products/gone-1'
  expect((await shop.call('DELETE', product, { token: shop.adminToken })).status).toBe(204)
  const text = [header, row('GONE-1', 500), row('GONE-2', 500)].join('\n')
  for (const isDryRun of [true, false]) {
    const [refused, summary] = (await importingFile(text, { isDryRun, isFit: false })).split('\n')
    expect(refused).toBe('row 2, column sku: This product was deleted in the shop and is not restored by an import')
    expect(summary).toMatch(/^2 rows.*: 1 added, 0 changed, 0 unchanged, 1 refused/)
  }
})

const good = Array.from({ length: 64 }, (_, n) => row(`MON-${n + 100}`, 500))
const several = 'MON-99,"Monitor\nof several\nlines",A,B,icu-equipments,Equipment,1,1,D,F'
const csvOf = (...rows: string[]) => [header, ...rows].join('\n')

test.each([
  ['bytes of a picture', '\x89PNG\x1b[31m"\x9b2J\r\n\x00', 'row 1: a double quote '],
  ['a short row', csvOf(...good, 'MON-2,Monitor,Aarogya'), 'row 66: the number of fields differs '],
  ['a short row after one of several lines', csvOf(several, 'MON-2'), 'row 3: the number of fields differs '],
  ['a short row after an empty line', csvOf('', row('MON-1', 1), 'MON-2'), 'row 4: the number of fields differs '],
  ['text after a closing quote', csvOf('MON-1,"Moni"\x1btor'), 'row 2: a double quote '],
  ['a quote that is never closed', csvOf('MON-1,"Monitor'), 'row 2: a double quote '],
  ['an endless row', csvOf('x'.repeat(300_000)), 'row 2: is longer than '],
])(
  'a file with %s is rejected with the number of the row and a message of the shop’s own',
  async (_, text, beginning) => {
    const [fault = '', ...rest] = (await importingFile(text, { isDryRun: true, isFit: false })).split('\n')
    expect(fault.slice(0, beginning.length)).toBe(beginning)
    expect(fault).not.toMatch(/\p{Cc}|line|MON|PNG/u)
    expect(rest).toEqual([expect.stringMatching(/has 1 fault: nothing was imported$/)])
  },
)

test('an error quotes a field without its control characters', async () => {
  const text = csvOf('MON-1,Monitor,A,B,icu-equipments,Equipment,1\x1b[31m\x7f\xc2\x9b2J,1,D,F')
  const printed = await importingFile(text, { isDryRun: true, isFit: false })
  expect(printed).toMatch(/^row 2, column price_inr: ".*" is not an amount in rupees/)
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('an error names the row that a spreadsheet shows, even below an empty line', async () => {
  const printed = await importingFile(csvOf('', row('mon', 1)), { isDryRun: true, isFit: false })
  expect(printed).toMatch(/^row 3, column sku: must have/)
})

test('a file with other column names is imported with the names given by the operator', async () => {
  const text = [header.replace('title', 'Product name'), row('MAP-1', 500), row('MAP-2', 500)].join('\n')
  await expect(importingFile(text, { isDryRun: false, isFit: true })).rejects.toThrow('the file has no column title')
  const columns = ['Product name=title']
  const printed = await importingFile(text.replace('Monitor MAP-2', ''), { isDryRun: false, isFit: false, columns })
  expect(printed).toContain('row 3, column Product name: Title cannot be empty')
  expect(await importingFile(text, { isDryRun: false, isFit: true, columns })).toMatch(/^2 rows: 2 added/)
  await shop.settled()
  expect((await shop.call('GET', '/api/products/map-1')).body.title).toBe('Monitor MAP-1')
})
