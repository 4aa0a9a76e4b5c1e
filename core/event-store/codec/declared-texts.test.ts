import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { assertTextsDeclared, reasonsFor, textsOf } from './declared-texts.ts'

const text = Type.String()
const guest = Type.Object({
  name: text,
  room: Type.Integer(),
  kind: Type.Union([Type.Literal('alone'), Type.Literal('family')]),
  children: Type.Optional(Type.Array(Type.Object({ name: text, school: text }))),
})
const subject = () => 'asha'
const personal = { fields: ['name', 'children'], subject }

describe('the text fields of a schema', () => {
  test('include those in objects and lists, but no literals or numbers', () => {
    expect(textsOf(guest)).toEqual(['name', 'children.name', 'children.school'])
  })

  test.each([
    ['a list of texts', Type.Array(text), ['words']],
    ['a text or nothing', Type.Union([text, Type.Null()]), ['words']],
    ['alternatives', Type.Union([Type.Object({ a: text }), Type.Object({ a: text, b: text })]), ['words.a', 'words.b']],
    ['anything', Type.Unknown(), ['words']],
  ])('are found in %s', (_, schema, paths) => {
    expect(textsOf(Type.Object({ words: schema }))).toEqual(paths)
  })
})

test.each([
  ['a record', Type.Record(text, Type.Integer())],
  ['an intersection', Type.Intersect([Type.Object({ a: text }), Type.Object({ b: text })])],
  ['an object of any further fields', Type.Object({}, { additionalProperties: text })],
])('refuses %s, because it does not list its fields', (_, schema) => {
  expect(() => textsOf(Type.Object({ words: schema }))).toThrow(/the schema of words does not list/)
})

describe('a definition', () => {
  test('is accepted if it declares each text field', () => {
    const schema = Type.Object({ ...guest.properties, code: text })
    expect(() => {
      assertTextsDeclared('GuestArrived', { version: 1, schema, personal, notPersonal: { 'An id.': ['code'] } })
    }).not.toThrow()
  })

  test.each([
    {
      flaw: 'omits a text field',
      fields: ['name'],
      notPersonal: { Id: [] },
      message: /children\.name that is declared neither/,
    },
    {
      flaw: 'declares a text field both ways',
      fields: personal.fields,
      notPersonal: { Id: ['name'] },
      message: /name both personal and not/,
    },
    {
      flaw: 'names a field that does not exist',
      fields: personal.fields,
      notPersonal: { Id: ['cod'] },
      message: /no text field cod/,
    },
  ])('that $flaw is refused', ({ fields, notPersonal, message }) => {
    const definition = { version: 1, schema: guest, personal: { fields, subject }, notPersonal }
    expect(() => {
      assertTextsDeclared('GuestArrived', definition)
    }).toThrow(message)
  })
})

test('a definition uses only those shared reasons that are for its own text fields', () => {
  const reasons = { 'An id.': ['code', 'name'], 'A message.': ['error'] }
  expect(reasonsFor(guest, reasons)).toEqual({ 'An id.': ['name'] })
})
