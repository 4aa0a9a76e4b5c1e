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

describe('the texts of a schema', () => {
  test('are those of its objects and lists, and no literal or number', () => {
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
])('%s is refused, because it does not say which fields there are', (_, schema) => {
  expect(() => textsOf(Type.Object({ words: schema }))).toThrow(/the schema of words does not say/)
})

describe('a definition', () => {
  test('that says of each text what it is, is sound', () => {
    const schema = Type.Object({ ...guest.properties, code: text })
    expect(() => {
      assertTextsDeclared('GuestArrived', { version: 1, schema, personal, notPersonal: { 'An id.': ['code'] } })
    }).not.toThrow()
  })

  test.each([
    {
      flaw: 'says nothing of a text',
      fields: ['name'],
      notPersonal: { Id: [] },
      message: /children\.name that is neither/,
    },
    {
      flaw: 'calls one both',
      fields: personal.fields,
      notPersonal: { Id: ['name'] },
      message: /name personal and not/,
    },
    {
      flaw: 'names one that is not there',
      fields: personal.fields,
      notPersonal: { Id: ['cod'] },
      message: /no text cod/,
    },
  ])('that $flaw is refused', ({ fields, notPersonal, message }) => {
    const definition = { version: 1, schema: guest, personal: { fields, subject }, notPersonal }
    expect(() => {
      assertTextsDeclared('GuestArrived', definition)
    }).toThrow(message)
  })
})

test('of reasons that definitions share, each takes those of its own texts', () => {
  const reasons = { 'An id.': ['code', 'name'], 'A message.': ['error'] }
  expect(reasonsFor(guest, reasons)).toEqual({ 'An id.': ['name'] })
})
