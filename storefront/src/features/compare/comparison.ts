import type { Product } from '#modules/catalogue/schema.ts'
import { readSpecification } from '../../lib/format/specification.ts'

/**
 * One property of all devices; `undefined` where a device does not state it. `partly`: the devices that state it agree,
 * but not all devices state it.
 */
export type ComparedRow = { name: string; values: readonly (string | undefined)[]; verdict: Verdict }

export type Verdict = 'same' | 'partly' | 'differs'

export type Comparison = {
  rows: readonly ComparedRow[]
  /** The lines of each specification that are not properties. */
  notes: readonly (readonly string[])[]
}

/** Compares specifications: properties that most devices state come first, otherwise in the order of the devices. */
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
  const present = values.filter((value) => value !== undefined)
  if (new Set(present.map(key)).size > 1) return { name, values, verdict: 'differs' }
  return { name, values, verdict: present.length < values.length ? 'partly' : 'same' }
}

/**
 * Whether so few properties differ that it helps to highlight them; otherwise nearly everything would be highlighted.
 */
export function hasFewDifferences(rows: readonly ComparedRow[]): boolean {
  return rows.filter(({ verdict }) => verdict === 'differs').length * 2 <= rows.length
}

/** Joins the values, because a device may state a property on several lines. */
function valueOf(rows: readonly { name: string; value: string }[], wanted: string): string | undefined {
  const values = rows.filter(({ name }) => key(name) === wanted).map(({ value }) => value)
  return values.length > 0 ? values.join(', ') : undefined
}

function stated({ values }: ComparedRow): number {
  return values.filter((value) => value !== undefined).length
}

/** Ignores case and spacing. */
function key(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
