import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { collections } from '../domain/categories.ts'
import { requiredColumns } from '../import/domain/columns.ts'
import { readSupplierRow } from '../import/domain/supplier-row.ts'

type Row = Record<string, string>

const bytes = readFileSync(new URL('catalogue.csv', import.meta.url))
const rows = parse<Row>(bytes, { columns: true })
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640">'
const publicFolder = new URL('../../../storefront/public/', import.meta.url)
const pictureColumns = ['logo_url', 'img_url1', 'img_url2', 'img_url3']

const cell = (row: Row, column: string) => row[column] ?? ''
const picturesOf = (row: Row) => pictureColumns.map((column) => cell(row, column)).filter((url) => url !== '')
const skusWhere = (isBad: (row: Row) => boolean) => rows.filter(isBad).map((row) => row['sku'])
const sentences = (row: Row) => cell(row, 'description').match(/[.!?](?=\s|$)/g)?.length ?? 0
const textColumns = ['title', 'company', 'brand', 'description', 'feature_description']
const texts = (row: Row) => textColumns.map((column) => cell(row, column))
const specificationsOf = (row: Row) => cell(row, 'feature_description').split('\n')
const isSpecification = (line: string) => /^[A-Z][^:]{1,40}: \S(.*\S)?$/.test(line)
const specificationNames = (row: Row) => specificationsOf(row).map((line) => line.split(':')[0])
const countBy = (column: string) => Object.groupBy(rows, (row) => cell(row, column))

/** Small and self-contained, without scripts or text elements. */
const isSound = (file: string) => {
  const svg = readFileSync(new URL(file, publicFolder), 'utf8')
  const isSelfContained = !/href="[^#]|url\([^#]|<script|<text|<image|<foreignObject| on\w+=|undefined|NaN/.test(svg)
  return svg.length < 8_192 && svg.startsWith(drawing) && isSelfContained
}

describe('the demo catalogue', () => {
  test('is a supplier’s file without errors', () => {
    const faults = rows.map((row, index) => readSupplierRow(row, index + 2)).filter((result) => Array.isArray(result))
    expect(faults).toEqual([])
    expect(Object.keys(rows[0] ?? {})).toEqual([...requiredColumns, ...pictureColumns])
  })

  test('has LF line ends and no byte order mark', () => {
    expect(bytes.includes('\r')).toBe(false)
    expect(bytes[0]).toBe('s'.charCodeAt(0))
  })

  test('has at least 330 products, each under its own sku and title', () => {
    expect(rows.length).toBeGreaterThanOrEqual(330)
    expect(new Set(rows.map((row) => row['sku'])).size).toBe(rows.length)
    expect(new Set(rows.map((row) => row['title'])).size).toBe(rows.length)
  })

  test('has at least 24 products in every category, and 6 in every collection that has sub-categories', () => {
    const parents = new Set(collections.map(({ parent }) => parent))
    const products = countBy('category')
    const short = collections
      .filter(({ path }) => path !== 'medical-devices')
      .filter(({ path }) => (products[path]?.length ?? 0) < (parents.has(path) ? 6 : 24))
    expect(short).toEqual([])
  })

  test('has many companies and brands, each brand with one company and several products', () => {
    const brands = countBy('brand')
    expect(Object.keys(countBy('company')).length).toBeGreaterThanOrEqual(14)
    expect(Object.keys(brands).length).toBeGreaterThanOrEqual(25)
    for (const products of Object.values(brands)) {
      expect(new Set(products?.map((row) => row['company'])).size).toBe(1)
      expect(products?.length).toBeGreaterThan(2)
    }
  })

  test('names the brand first in every title', () =>
    expect(skusWhere((row) => !cell(row, 'title').startsWith(`${cell(row, 'brand')} `))).toEqual([]))

  test('has prices from a few rupees to tens of lakhs, with at most 2 decimals', () => {
    expect(skusWhere((row) => !/^[1-9][0-9]*(\.[0-9]{1,2})?$/.test(cell(row, 'price_inr')))).toEqual([])
    const prices = rows.map((row) => Number(row['price_inr']))
    expect(Math.min(...prices)).toBeLessThan(100)
    expect(Math.max(...prices)).toBeGreaterThan(3_000_000)
  })

  test('describes each product in 2 to 4 plain sentences', () => {
    expect(skusWhere((row) => sentences(row) < 2 || sentences(row) > 4)).toEqual([])
    expect(new Set(rows.map((row) => row['description'])).size).toBe(rows.length)
  })

  test('contains no Markdown, no HTML and no control characters', () => {
    expect(skusWhere((row) => texts(row).some((text) => /[*_`#<>[\]|~]/.test(text)))).toEqual([])
    expect(skusWhere((row) => texts(row).some((text) => /[^\P{Cc}\n]|\p{Cf}/u.test(text)))).toEqual([])
    expect(skusWhere((row) => ['title', 'description'].some((column) => cell(row, column).includes('\n')))).toEqual([])
  })
})

describe('the specifications of a demo product', () => {
  test('are at least 8 lines of the form name, colon, value', () => {
    expect(
      skusWhere((row) => specificationsOf(row).length < 8 || !specificationsOf(row).every(isSpecification)),
    ).toEqual([])
  })

  test('have distinct names', () => {
    expect(skusWhere((row) => new Set(specificationNames(row)).size < specificationsOf(row).length)).toEqual([])
  })

  test('give sizes in mm and weights in kg', () => {
    const isSize = /^(Width|Height|Depth|Length|Thickness|Weight): (.*)$/
    const isWellMeasured = (line: string) => {
      const [, name, value = ''] = isSize.exec(line) ?? []
      return !name || (name === 'Weight' ? / kg$/ : / (mm|m)$/).test(value)
    }
    expect(skusWhere((row) => !specificationsOf(row).every(isWellMeasured))).toEqual([])
  })
})

describe('the pictures of the demo catalogue', () => {
  const artwork = readdirSync(new URL('images/devices/', publicFolder)).map((file) => `images/devices/${file}`)

  test('exist', () =>
    expect(skusWhere((row) => picturesOf(row).some((url) => !existsSync(new URL(url.slice(1), publicFolder))))).toEqual(
      [],
    ))

  test('are each used by some product', () => {
    const shown = new Set(rows.flatMap(picturesOf))
    expect(artwork.filter((file) => !shown.has(`/${file}`))).toEqual([])
  })

  test('are missing for no product', () => expect(skusWhere((row) => cell(row, 'logo_url') === '')).toEqual([]))

  test('are small, self-contained drawings without scripts or text elements', () => {
    expect(artwork.filter((file) => !isSound(file))).toEqual([])
  })
})
