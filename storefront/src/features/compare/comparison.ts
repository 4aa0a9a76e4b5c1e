import type { Product } from '#modules/catalogue/schema.ts'
import { readSpecification } from '../../lib/format/specification.ts'

/**
 * One property of all the devices; `undefined` where a device does not state it. `partly`: those that state it agree,
 * which is no difference, and no agreement either.
 */
export type ComparedRow = { name: string; values: readonly (string | undefined)[]; verdict: Verdict }

export type Verdict = 'same' | 'partly' | 'differs'

export type Comparison = {
  rows: readonly ComparedRow[]
  /** What each device says alongside its properties. */
  notes: readonly (readonly string[])[]
}

/** Lays the specifications of devices side by side: what most of them state comes first, in their own order. */
export function compareDevices(products: readonly Pick<Product, 'featureDescription'>[]): Comparison {
  const specifications = products.map(({ featureDescription }) => readSpecification(featureDescription))
  const names = new Map<string, string>()
  for (const { rows } of specifications)
    for (const { name } of rows) if (!names.has(key(name))) names.set(key(name), name)
  const rows = [...names].map(([wanted, name]) => {
    const values = specifications.map((one) => valueOf(one.rows, wanted))
    return comparedRow(name, values)
  })
  return { rows: rows.toSorted((a, b) => stated(b) - stated(a)), notes: specifications.map(({ notes }) => notes) }
}

export function comparedRow(name: string, values: readonly (string | undefined)[]): ComparedRow {
  const said = values.filter((value) => value !== undefined)
  if (new Set(said.map(key)).size > 1) return { name, values, verdict: 'differs' }
  return { name, values, verdict: said.length < values.length ? 'partly' : 'same' }
}

/** A device may state a property on several lines. */
function valueOf(rows: readonly { name: string; value: string }[], wanted: string): string | undefined {
  const values = rows.filter(({ name }) => key(name) === wanted).map(({ value }) => value)
  return values.length > 0 ? values.join(', ') : undefined
}

function stated({ values }: ComparedRow): number {
  return values.filter((value) => value !== undefined).length
}

/** Case and spaces make no difference. */
function key(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
