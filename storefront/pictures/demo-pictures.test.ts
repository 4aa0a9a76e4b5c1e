import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { modelNumberOf } from '#modules/catalogue/read-model.ts'
import { draw, lookOf } from './draw.ts'
import { glanceOf } from './glance.ts'

type Row = Record<string, string>

const catalogue = new URL('../../modules/catalogue/seed/catalogue.csv', import.meta.url)
const publicFolder = new URL('../public/', import.meta.url)
const products = parse<Row>(readFileSync(catalogue), { columns: true }).map(productOf)

function productOf(row: Row) {
  const cell = (column: string) => row[column] ?? ''
  const details = { title: cell('title'), brand: cell('brand'), featureDescription: cell('feature_description') }
  const stored = { ...details, company: '', description: '', lookupType: '', posttype: cell('category') }
  const pictures = { logoUrl: cell('logo_url'), imgUrl1: '', imgUrl2: '', imgUrl3: '' }
  const modelNumber = modelNumberOf({ ...stored, ...pictures })
  return {
    ...details,
    id: cell('sku').toLowerCase(),
    logoUrl: cell('logo_url'),
    modelNumber,
  }
}

describe('the pictures of the demo catalogue', () => {
  test('exist for every product', () =>
    expect(products.filter(({ logoUrl }) => !existsSync(new URL(logoUrl.slice(1), publicFolder)))).toEqual([]))

  test('differ at a glance for any two products, so that neighbours differ in a list of any kind and order', () => {
    const alike = [...Map.groupBy(products, glanceOf).values()].filter((group) => group.length > 1)
    expect(alike.map((group) => group.map(({ title }) => title))).toEqual([])
  })

  test('are different for any two products', () => {
    const pictures = products.map((product) =>
      draw(readFileSync(new URL(product.logoUrl.slice(1), publicFolder), 'utf8'), lookOf(product)),
    )
    const counts = Map.groupBy(products, (_, at) => pictures[at])
    const shared = [...counts.values()].filter((group) => group.length > 1)
    expect(shared.map((group) => group.map(({ title }) => title))).toEqual([])
  })
})
