import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { DemoProduct } from './demo-products.ts'

/** How relevant a product is to a query: 3 is what the buyer means, 2 a good substitute, 1 related. */
export type Grade = 1 | 2 | 3

export type JudgedQuery = {
  /** What the query tests, such as `abbreviation`. */
  kind: string
  text: string
  /** Not used while rules and words are tuned; reported separately. */
  isHeldOut: boolean
  /** Why it is labelled so. */
  reason: string
  /** By product id. Products that are not listed are irrelevant. */
  grades: ReadonlyMap<string, Grade>
}

type Row = Record<'kind' | 'text' | 'best' | 'good' | 'related' | 'reason', string>

/** The queries of `queries.csv`, of which every third of a kind is held out. */
export function judgedQueries(products: readonly DemoProduct[]): JudgedQuery[] {
  const seen = new Map<string, number>()
  return rowsOf('queries.csv').map((row) => {
    const place = seen.get(row.kind) ?? 0
    seen.set(row.kind, place + 1)
    return { ...row, isHeldOut: place % 3 === 2, grades: gradesOf(row, products) }
  })
}

/** The queries of `development.csv`, which were labelled before any of them was searched for, and are tuned on since. */
export function developmentQueries(products: readonly DemoProduct[]): JudgedQuery[] {
  return rowsOf('development.csv').map((row) => ({ ...row, isHeldOut: false, grades: gradesOf(row, products) }))
}

/** The queries of `fresh.csv`, which were labelled after the rules, before any of them was searched for; tuned on since. */
export function freshQueries(products: readonly DemoProduct[]): JudgedQuery[] {
  return rowsOf('fresh.csv').map((row) => ({ ...row, isHeldOut: false, grades: gradesOf(row, products) }))
}

/** The queries of `held-out.csv`, which were labelled before any of them was searched for. */
export function heldOutQueries(products: readonly DemoProduct[]): JudgedQuery[] {
  return rowsOf('held-out.csv').map((row) => ({ ...row, isHeldOut: true, grades: gradesOf(row, products) }))
}

/**
 * The columns best, good and related of a list hold rules: alternatives separated by `;`, each of them conditions joined
 * by ` & `. A condition is the beginning of an SKU, or `category=`, `brand=`, `company=`, `lookup=` (the whole value), or
 * `title~` (a part of the title).
 */
function rowsOf(list: string): Row[] {
  return parse<Row>(readFileSync(new URL(`labelled/${list}`, import.meta.url)), { columns: true })
}

function gradesOf(row: Row, products: readonly DemoProduct[]): Map<string, Grade> {
  const grades = new Map<string, Grade>()
  const columns = [
    [row.related, 1],
    [row.good, 2],
    [row.best, 3],
  ] as const
  for (const [rules, grade] of columns)
    for (const rule of rules.split(';').filter((text) => text !== ''))
      for (const { document } of productsMatching(rule, products)) grades.set(document.id, grade)
  return grades
}

/** @throws Error for a rule that no product matches: it must contain a typing mistake */
function productsMatching(rule: string, products: readonly DemoProduct[]): DemoProduct[] {
  const conditions = rule.split(' & ').map(conditionOf)
  const matching = products.filter((product) => conditions.every((matches) => matches(product)))
  if (matching.length === 0) throw new Error(`the rule "${rule}" matches no product`)
  return matching
}

const fields: Record<string, (product: DemoProduct) => readonly string[]> = {
  category: ({ document }) => document.collections,
  brand: ({ document }) => [document.brand],
  company: ({ document }) => [document.company],
  lookup: ({ input }) => [input.lookupType],
}

function conditionOf(condition: string): (product: DemoProduct) => boolean {
  const [, name = '', operator, value = ''] = /^(\w+)([=~])(.+)$/.exec(condition) ?? []
  if (operator === '~') return ({ document }) => document.title.includes(value)
  if (operator === undefined) return ({ sku }) => sku.startsWith(condition)
  const values = fields[name]
  if (values === undefined) throw new Error(`the rule "${condition}" names no field`)
  return (product) => values(product).includes(value)
}
