import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { collections } from '#modules/catalogue/domain/categories.ts'
import { modelNumberOf } from '#modules/catalogue/read-model.ts'
import { draw, lookOf } from './draw.ts'
import { looksAlike } from './looks-alike.ts'

type Row = Record<string, string>

const catalogue = new URL('../../modules/catalogue/seed/catalogue.csv', import.meta.url)
const publicFolder = new URL('../public/', import.meta.url)
/** The lists are newest first, and the file is imported in its order. */
const products = parse<Row>(readFileSync(catalogue), { columns: true }).toReversed().map(productOf)

function productOf(row: Row) {
  const cell = (column: string) => row[column] ?? ''
  const details = { title: cell('title'), brand: cell('brand'), featureDescription: cell('feature_description') }
  const stored = { ...details, company: '', description: '', lookupType: '', posttype: cell('category') }
  const pictures = { logoUrl: cell('logo_url'), imgUrl1: '', imgUrl2: '', imgUrl3: '' }
  const modelNumber = modelNumberOf({ ...stored, ...pictures })
  return {
    ...details,
    id: cell('sku').toLowerCase(),
    category: cell('category'),
    logoUrl: cell('logo_url'),
    price: Number(cell('price_inr')),
    modelNumber,
  }
}

type Product = (typeof products)[number]

function membersOf(path: string): Product[] {
  const categories = new Set([path, ...collections.filter(({ parent }) => parent === path).map((one) => one.path)])
  return products.filter(({ category }) => categories.has(category))
}

/** Fewer lists are in order of price: there, another background behind the device will do. */
function looksAlikeOnItsBackground(one: Product, other: Product): boolean {
  return looksAlike(one, other) && lookOf(one).backdrop === lookOf(other).backdrop
}

function alikeIn(list: readonly Product[], isAlike: (one: Product, other: Product) => boolean): string[] {
  return list.filter((product, at) => at > 0 && isAlike(product, list[at - 1] ?? product)).map(({ title }) => title)
}

describe('the pictures of the demo catalogue', () => {
  test('exist for every product', () =>
    expect(products.filter(({ logoUrl }) => !existsSync(new URL(logoUrl.slice(1), publicFolder)))).toEqual([]))

  test.each([['all products', products] as const, ...collections.map(({ path }) => [path, membersOf(path)] as const)])(
    'differ between neighbours of the list of %s, newest first and in order of price',
    (_, list) => {
      expect(alikeIn(list, looksAlike)).toEqual([])
      const ascending = list.toSorted((a, b) => a.price - b.price)
      const descending = list.toSorted((a, b) => b.price - a.price)
      expect(alikeIn(ascending, looksAlikeOnItsBackground)).toEqual([])
      expect(alikeIn(descending, looksAlikeOnItsBackground)).toEqual([])
    },
  )

  test('are different for any two products', () => {
    const pictures = products.map((product) =>
      draw(readFileSync(new URL(product.logoUrl.slice(1), publicFolder), 'utf8'), lookOf(product)),
    )
    const counts = Map.groupBy(products, (_, at) => pictures[at])
    const shared = [...counts.values()].filter((group) => group.length > 1)
    expect(shared.map((group) => group.map(({ title }) => title))).toEqual([])
  })
})
