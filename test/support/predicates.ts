import * as fc from 'fast-check'
import type { RecordedEvent } from '#core/event-store/event-store.ts'

/** A predicate as text, and what it means for a decoded event. */
export type Asked = { text: string; holds: (event: RecordedEvent) => boolean }

type Value = string | number
type Known = { name: string; of: (event: RecordedEvent) => readonly Value[]; has: 'equality' | 'order' | 'seal' }

const one =
  (of: (event: RecordedEvent) => Value): Known['of'] =>
  (event) => [of(event)]

const known: readonly Known[] = [
  { name: 'id', of: one(({ id }) => id), has: 'equality' },
  { name: 'type', of: one(({ type }) => type), has: 'equality' },
  { name: 'stream', of: one(({ stream }) => stream), has: 'equality' },
  { name: 'category', of: one(({ stream }) => stream.split('-')[0] ?? ''), has: 'equality' },
  { name: 'by', of: one(({ metadata }) => metadata.by.id), has: 'equality' },
  { name: 'by.role', of: one(({ metadata }) => metadata.by.role), has: 'equality' },
  { name: 'by.name', of: one(({ metadata }) => metadata.by.name), has: 'seal' },
  { name: 'correlationId', of: one(({ metadata }) => metadata.correlationId), has: 'equality' },
  { name: 'causationId', of: one(({ metadata }) => metadata.causationId), has: 'equality' },
  { name: 'at', of: one(({ at }) => at), has: 'order' },
  { name: 'position', of: one(({ position }) => position), has: 'order' },
  { name: 'revision', of: one(({ revision }) => revision), has: 'order' },
  { name: 'data.orderId', of: inData('orderId'), has: 'order' },
  { name: 'data.totalPaise', of: inData('totalPaise'), has: 'order' },
  { name: 'data.payment.method', of: inData('payment', 'method'), has: 'order' },
  { name: 'data.items.productId', of: inData('items', 'productId'), has: 'order' },
  { name: 'data.items.quantity', of: inData('items', 'quantity'), has: 'order' },
  { name: 'data.items.pricePaise', of: inData('items', 'pricePaise'), has: 'order' },
  { name: 'data.shipping.city', of: inData('shipping', 'city'), has: 'seal' },
  { name: 'data.reason', of: inData('reason'), has: 'seal' },
]

function inData(...path: string[]): Known['of'] {
  return ({ data }) => {
    let values: unknown[] = [data]
    for (const key of path)
      values = values.flatMap((value) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : []))
    return values.filter((value) => typeof value === 'string' || typeof value === 'number')
  }
}

/** Predicates over what these events hold, most of which some of them satisfy. */
export function predicates(events: readonly RecordedEvent[]): fc.Arbitrary<Asked> {
  const withValues = known
    .map((field) => ({ ...field, values: [...new Set(events.flatMap(field.of))] }))
    .filter(({ values }) => values.length > 0)
  const open = fc.constantFrom(...withValues.filter(({ has }) => has !== 'seal')).chain(openComparison)
  const sealed = fc.constantFrom(...withValues.filter(({ has }) => has === 'seal')).chain(equality)
  return combined({ open, sealed }, 3)
}

type Asks = Known & { values: readonly Value[] }
type Leaves = Record<'open' | 'sealed', fc.Arbitrary<Asked>>

function equality({ name, of, values }: Asks): fc.Arbitrary<Asked> {
  const choice = fc.constantFrom(...values)
  return choice.map((value) => ({ text: `${name} = ${quoted(value)}`, holds: (event) => of(event).includes(value) }))
}

function openComparison(field: Asks): fc.Arbitrary<Asked> {
  const { name, of, values } = field
  const choice = fc.constantFrom(...values)
  const different = choice.map((value) => ({
    text: `${name} != ${quoted(value)}`,
    holds: (event: RecordedEvent) => !of(event).includes(value),
  }))
  const among = fc.uniqueArray(choice, { minLength: 1, maxLength: 3 }).map((some) => ({
    text: `${name} in (${some.map(quoted).join(', ')})`,
    holds: (event: RecordedEvent) => of(event).some((value) => some.includes(value)),
  }))
  const ordered = fc.tuple(fc.constantFrom('<', '<=', '>', '>='), choice).map(([operator, value]) => ({
    text: `${name} ${operator} ${quoted(value)}`,
    holds: (event: RecordedEvent) => of(event).some((own) => isOrdered(own, operator, value)),
  }))
  return fc.oneof(equality(field), different, among, ...(field.has === 'order' ? [ordered] : []))
}

function isOrdered(a: Value, operator: string, b: Value): boolean {
  if (typeof a !== typeof b) return false
  if (a === b) return operator.endsWith('=')
  return a < b === operator.startsWith('<')
}

function quoted(value: Value): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** A negated part has no sealed field; at most one sealed field is asked, so that the number of them is allowed. */
function combined(leaves: Leaves, depth: number): fc.Arbitrary<Asked> {
  const openTree = treeOf(leaves.open, depth)
  return fc.oneof(
    { weight: 8, arbitrary: openTree },
    { weight: 1, arbitrary: leaves.sealed },
    { weight: 1, arbitrary: fc.tuple(leaves.sealed, openTree).map(([a, b]) => both(a, b)) },
    { weight: 1, arbitrary: fc.tuple(openTree, leaves.sealed).map(([a, b]) => either(a, b)) },
  )
}

function treeOf(leaf: fc.Arbitrary<Asked>, depth: number): fc.Arbitrary<Asked> {
  if (depth === 0) return leaf
  const inner = treeOf(leaf, depth - 1)
  return fc.oneof(
    leaf,
    inner.map((a) => ({ text: `not (${a.text})`, holds: (event: RecordedEvent) => !a.holds(event) })),
    fc.tuple(inner, inner).map(([a, b]) => both(a, b)),
    fc.tuple(inner, inner).map(([a, b]) => either(a, b)),
  )
}

function both(a: Asked, b: Asked): Asked {
  return { text: `(${a.text}) and (${b.text})`, holds: (event) => a.holds(event) && b.holds(event) }
}

function either(a: Asked, b: Asked): Asked {
  return { text: `(${a.text}) or (${b.text})`, holds: (event) => a.holds(event) || b.holds(event) }
}
