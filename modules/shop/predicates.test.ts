import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../audit/predicate/fields.ts'
import { parsePredicate, sealedIn } from '../audit/predicate/parse-predicate.ts'
import { comparisonsIn } from '../audit/predicate/syntax.ts'
import { eventDefinitions } from './manifests.ts'

const fields = fieldsOf(eventDefinitions)
const parse = (source: string) => parsePredicate(source, fields)
const valuesOf = (source: string) => comparisonsIn(parse(source)).map(({ values }) => values)

describe('a predicate', () => {
  test('binds not before and, and and before or', () => {
    expect(parse('not type = OrderPlaced and revision = 0 or position > 5')).toMatchObject({
      kind: 'or',
      parts: [{ kind: 'and', parts: [{ kind: 'not' }, { operator: '=' }] }, { operator: '>' }],
    })
    expect(parse('type = OrderPlaced AND (revision = 0 OR revision = 1)')).toMatchObject({
      kind: 'and',
      parts: [{ kind: 'comparison' }, { kind: 'or' }],
    })
  })

  test('reads each value as the type of its field', () => {
    expect(
      valuesOf("data.totalPaise >= 50000000 and data.orderId = ORD48210377 and data.items.title = 'It''s'"),
    ).toEqual([[50_000_000], ['ORD48210377'], ["It's"]])
    expect(valuesOf('data.shipping.zipCode = 400001 and revision in (0, 1)')).toEqual([['400001'], [0, 1]])
    expect(valuesOf('at >= 2026-11-20 and at < 2026-11-20T09:30:00+05:30')).toEqual([
      ['2026-11-19T18:30:00.000Z'],
      ['2026-11-20T04:00:00.000Z'],
    ])
  })

  test('lists the personal data that it queries', () => {
    expect(sealedIn(parse("type = OrderPlaced and data.shipping.city = 'Pune' or by.name = Asha"))).toEqual([
      'by.name',
      'data.shipping.city',
    ])
  })
})

describe('an error', () => {
  test.for([
    ['', 1, 'expected a field, such as type or data.orderId, but the predicate ends'],
    ['type', 5, 'expected =, !=, <, <=, >, >= or in after type, but the predicate ends'],
    ['type =', 7, 'expected a value for type, but the predicate ends'],
    ['type = OrderPlacd', 8, 'no event has the type OrderPlacd; did you mean OrderPlaced?'],
    ['data.totalPaisa > 5', 1, 'no event has a field data.totalPaisa; did you mean data.totalPaise?'],
    ['data.payment = cod', 1, 'data.payment has several parts: name one, such as data.payment.method'],
    ['revision = 0 and data.totalPaise > much', 36, 'data.totalPaise is a number, which much is not'],
    ['position = 1.5', 12, 'position is a whole number, which 1.5 is not'],
    ['at > yesterday', 6, 'yesterday is not a time: write 2026-11-20 (a day in India) or 2026-11-20T09:30:00Z'],
    ['type > OrderPlaced', 6, 'type has no order: compare it with =, != or in'],
    ['(type = OrderPlaced', 20, 'expected ), but the predicate ends'],
    ['type in (OrderPlaced', 21, 'expected ), but the predicate ends'],
    ['type = OrderPlaced revision = 0', 20, 'expected and, or or the end, not revision'],
    ["stream = 'order", 10, "the text that begins with ' has no end"],
    ['revision = 0; drop table events', 13, '; has no meaning here; put texts that contain it in quotation marks'],
    [
      'data.shipping.city != Pune',
      20,
      "data.shipping.city is personal data, which is stored encrypted: only equality can be tested, as in data.shipping.city = '…'",
    ],
    [
      'not (revision = 0 or by.name = Asha)',
      22,
      "by.name is personal data, which is stored encrypted: only equality can be tested, as in by.name = '…'",
    ],
    [
      'data.shipping.city in (Pune)',
      20,
      "data.shipping.city is personal data, which is stored encrypted: only equality can be tested, as in data.shipping.city = '…'",
    ],
    [
      'by.name = A or data.shipping.city = B or data.shipping.state = C',
      1,
      'a predicate can test at most 2 fields of personal data',
    ],
  ] as const)('in %s is located at column %i', ([source, column, message]) => {
    expect(() => parse(source)).toThrow(`Column ${column} of the predicate: ${message}`)
  })
})

test('a field is personal if any event type declares it so', () => {
  const declared = Object.values(eventDefinitions).flatMap(({ personal }) => personal?.fields ?? [])
  expect(declared.filter(isOpen)).toEqual([])
  expect(declared).not.toEqual([])
})

function isOpen(path: string): boolean {
  const parts = [...fields.values()].filter(({ name }) => `${name}.`.startsWith(`data.${path}.`))
  return parts.length === 0 || parts.some(({ isSealed }) => !isSealed)
}
