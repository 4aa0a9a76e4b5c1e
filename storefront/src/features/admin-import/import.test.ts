import { describe, expect, it } from 'vitest'
import type { ImportedRow, ImportInput } from '#modules/catalogue/schema.ts'
import { optionalColumns, requiredColumns as columnsOfTheShop } from '#modules/catalogue/import/domain/columns.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { errorFile } from './error-file.ts'
import { faultsInFile, partsOf } from './import-plan.ts'
import { countOutcomes, runImport } from './import-run.ts'
import { readCsv, requiredColumns, type CsvFile, type CsvRow } from './read-csv.ts'
import { templateFile } from './template-file.ts'

const header = requiredColumns.join(',')
const row = (number: number, fields: Record<string, string>): CsvRow => ({ row: number, fields })

function read(text: string): CsvFile {
  const file = readCsv(text)
  if ('problem' in file) throw new Error(file.problem)
  return file
}

const none = () => Promise.reject(new Error('no query is needed'))

describe('reading a file', () => {
  it('requires the same columns as the server', () => expect(requiredColumns).toEqual([...columnsOfTheShop]))

  it('finds every column of the server in the template', () =>
    expect(read(templateFile()).columns).toEqual([...columnsOfTheShop, ...optionalColumns]))

  it('accepts columns in any order and case, quoted line breaks, and a byte order mark', () => {
    const { rows } = read(
      `\uFEFFQTY, Title ,${header.replace(',title', '').replace(',qty', '')}\r\n3,"a\nb",X-1,C,B,c,L,5,d,f\r\n`,
    )
    expect(rows).toMatchObject([{ row: 2, fields: { QTY: '3', Title: 'a\nb', sku: 'X-1' } }])
  })

  it('numbers rows as a spreadsheet does, counting empty ones', () => {
    const { rows } = read(`${header}\nA\n\n\n"B\nb"\n`.replaceAll(/^(A|"B\nb")$/gm, '$1,,,,,,,,,'))
    expect(rows.map(({ row: number }) => number)).toEqual([2, 5])
  })

  it.each([
    ['', /no rows/],
    ['PK\u0003\u0004', /spreadsheet, not CSV/],
    [`${'a,'.repeat(200)}a\n${','.repeat(200)}`, /more than 200 columns/],
    [header, /no rows/],
    [`${header}\n"open`, /not proper CSV/],
    [`${header}\nA,B`, /not proper CSV/],
  ])('rejects %j with a remedy', (text, problem) => {
    expect(readCsv(text)).toEqual({ problem: expect.stringMatching(problem) })
  })
})

it('distinguishes columns without a name or with the same one', () =>
  expect(read('Price,,Price\n1,2,3')).toEqual({
    columns: ['Price', 'Column 2', 'Price (column 3)'],
    rows: [{ row: 2, fields: { Price: '1', 'Column 2': '2', 'Price (column 3)': '3' } }],
  }))

describe('planning', () => {
  it('finds duplicate SKUs, and text that cannot be sent', () => {
    const rows = [row(2, { sku: 'A' }), row(3, { sku: ' A ' }), row(4, { sku: 'B', title: 'x\0' }), row(5, { sku: '' })]
    expect(faultsInFile(rows, 'sku')).toEqual([
      { row: 3, column: 'sku', reason: 'already in row 2' },
      { row: 4, column: 'title', reason: 'holds characters that are not text' },
    ])
    expect(faultsInFile([row(2, { title: 'x'.repeat(200_000) })], 'sku')).toMatchObject([{ reason: /too long/ }])
  })

  const noPictures = { columns: [], hosts: [] }

  it('sends at most 100 rows and 200 kB per request, every row once and in order', () => {
    const small = Array.from({ length: 250 }, (_, index) => row(index + 2, { sku: `S-${index}` }))
    expect(partsOf(small, noPictures).map((part) => part.length)).toEqual([100, 100, 50])
    const large = Array.from({ length: 5 }, (_, index) => row(index + 2, { description: 'ம'.repeat(30_000) }))
    expect(partsOf(large, noPictures).map((part) => part.length)).toEqual([2, 2, 1])
    expect(partsOf(large, noPictures).flat()).toEqual(large)
  })

  it('sends at most 16 pictures per request that the server fetches', () => {
    const fetched = { columns: ['Photo', 'Second photo'], hosts: ['cdn.example.in', 'img.example.in:8443'] }
    const lengths = (one: string, other: string) => {
      const rows = Array.from({ length: 40 }, (_, n) => row(n + 2, { Photo: one, 'Second photo': other, Note: one }))
      return partsOf(rows, fetched).map((part) => part.length)
    }
    const [here, there] = ['https://CDN.example.in/a.png', ' https://img.example.in:8443/b.png']
    expect(lengths(here, there)).toEqual([8, 8, 8, 8, 8])
    expect(lengths(here, '')).toEqual([16, 16, 8])
    expect(lengths('/images/a.png', 'https://elsewhere.example/a.png')).toEqual([40])
  })
})

describe('importing', () => {
  it('returns a result for every row in the order of the file, and reports progress', async () => {
    const sent: ImportInput[] = []
    const shop: Pick<ApiClient, 'command'> = {
      async command({ body }) {
        const input: ImportInput = JSON.parse(JSON.stringify(body))
        sent.push(input)
        return JSON.parse(JSON.stringify({ rows: input.rows.map(added) }))
      },
    }
    const api: ApiClient = { ...shop, query: none, download: none }
    const rows = [row(2, { Code: 'A', Colour: 'x' }), row(3, { Code: 'A' }), row(4, { Code: 'B' })]
    const choices = { Code: 'sku', Colour: null } as const
    const seen: number[] = []
    const { signal } = new AbortController()
    const results = await runImport(api, {
      rows,
      choices,
      pictureHosts: [],
      dryRun: true,
      signal,
      onProgress: ({ done }) => seen.push(done),
    })
    expect(results.map(({ row: number, outcome }) => [number, outcome])).toEqual([
      [2, 'added'],
      [3, 'refused'],
      [4, 'added'],
    ])
    expect(sent).toEqual([
      { rows: [row(2, { Code: 'A' }), row(4, { Code: 'B' })], columns: { Code: 'sku' }, dryRun: true },
    ])
    expect(seen).toEqual([1, 3])
    expect(countOutcomes(results)).toEqual({ added: 2, changed: 0, unchanged: 0, refused: 1 })
  })
})

function added({ row: number, fields }: ImportInput['rows'][number]): ImportedRow {
  return { row: number, sku: fields['Code'] ?? '', outcome: 'added', changes: [], faults: [] }
}

describe('the error file', () => {
  it('contains the rejected rows with their errors, can be imported again, and contains no formulas', () => {
    const file: CsvFile = {
      columns: ['sku', 'title'],
      rows: [row(2, { sku: 'A', title: 'Good' }), row(3, { sku: '=cmd()', title: '@SUM(A1)' })],
    }
    const fault = { row: 3, column: 'sku', reason: 'must have capital letters' }
    const text = errorFile(file, [
      { row: 2, sku: 'A', outcome: 'added', changes: [], faults: [] },
      { row: 3, sku: '=cmd()', outcome: 'refused', changes: [], faults: [fault] },
    ])
    expect(text).toBe("\uFEFFsku,title,error\r\n'=cmd(),'@SUM(A1),row 3: sku: must have capital letters\r\n")
  })
})
