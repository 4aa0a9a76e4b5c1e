import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { goldenLog } from './log.ts'
import { recordOptionalFields, optionalFieldsOf, type Seen } from './optional-fields.ts'

const log = await goldenLog()

const optional = Object.entries(eventDefinitions).flatMap(([type, { schema }]) => {
  const seen: Seen = { present: new Set(), absent: new Set() }
  for (const event of log) if (event.type === type) recordOptionalFields(schema, event.data, seen)
  return [...optionalFieldsOf(schema)].map((field) => ({ type, field, seen }))
})

test.each(optional)('$type has golden events with and without its optional $field', ({ type, field, seen }) => {
  const has = { with: seen.present.has(field), without: seen.absent.has(field) }
  expect(
    has.with,
    `type ${type}: optional field ${field} has no golden event with it: write one to test/golden/decoded/ and run "npm run golden"`,
  ).toBe(true)
  expect(
    has.without,
    `type ${type}: optional field ${field} has no golden event without it: write one to test/golden/decoded/ and run "npm run golden"`,
  ).toBe(true)
})

test('finds optional fields in objects, lists, records and unions, wherever their parent is present', () => {
  const line = Type.Object({ id: Type.String(), note: Type.Optional(Type.String()) })
  const schema = Type.Object({
    lines: Type.Optional(Type.Array(line)),
    byName: Type.Record(Type.String(), line),
    origin: Type.Union([Type.Object({ shop: Type.Optional(Type.String()) }), Type.Null()]),
  })
  const seen: Seen = { present: new Set(), absent: new Set() }
  recordOptionalFields(schema, { byName: { a: { id: '1', note: 'x' } }, origin: null }, seen)
  recordOptionalFields(schema, { lines: [{ id: '1' }], byName: {}, origin: { shop: 's' } }, seen)
  expect([...optionalFieldsOf(schema)].toSorted()).toEqual(['byName.*.note', 'lines', 'lines[].note', 'origin.shop'])
  expect([...seen.present].toSorted()).toEqual(['byName.*.note', 'lines', 'origin.shop'])
  expect([...seen.absent].toSorted()).toEqual(['lines', 'lines[].note'])
})

test('refuses a kind of schema that it does not support', () => {
  const shop = Type.Object({ shop: Type.Optional(Type.String()) })
  const schema = Type.Object({ origin: Type.Intersect([shop, Type.Object({ id: Type.String() })]) })
  expect(() => optionalFieldsOf(schema)).toThrow('origin: optional fields are not supported')
})
