import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { readSupplierRow } from '#modules/catalogue/import/domain/supplier-row.ts'
import {
  catalogueColumns,
  csvField,
  generateCatalogue,
  readSeedCatalogue,
  writeCatalogue,
} from './catalogue-generator.ts'

const some = [...generateCatalogue(3_000, 7)]

describe('a generated catalogue', () => {
  test('is the same for the same seed', () => expect([...generateCatalogue(3_000, 7)]).toEqual(some))

  test('differs for another seed', () => expect([...generateCatalogue(3_000, 8)]).not.toEqual(some))

  test('has the requested number of products', () => expect([...generateCatalogue(17)]).toHaveLength(17))

  test('repeats no sku, not even one of the demo catalogue', () => {
    const skus = [...some, ...readSeedCatalogue()].map(({ sku }) => sku)
    expect(new Set(skus).size).toBe(skus.length)
  })

  test('has only rows that can be imported', () => {
    const faults = some.map((row, index) => readSupplierRow(row, index + 2)).filter((result) => Array.isArray(result))
    expect(faults).toEqual([])
  })

  test('has all categories of the demo catalogue', () =>
    expect(new Set(some.map(({ category }) => category))).toEqual(
      new Set(readSeedCatalogue().map(({ category }) => category)),
    ))
})

describe('a generated file', () => {
  test('parses to the rows that were written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
    const file = join(folder, 'catalogue.csv')
    await writeCatalogue(file, { count: 1_201, seed: 3 })
    const [header, ...rows] = parse(await readFile(file))
    await rm(folder, { recursive: true })
    expect(header).toEqual([...catalogueColumns])
    expect(rows).toEqual([...generateCatalogue(1_201, 3)].map((row) => catalogueColumns.map((column) => row[column])))
  })
})

describe('a field of a CSV file', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['a, b', '"a, b"'],
    ['12" screen', '"12"" screen"'],
    ['two\nlines', '"two\nlines"'],
  ])('%j is written as %j', (text, written) => expect(csvField(text)).toBe(written))
})
