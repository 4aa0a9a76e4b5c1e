import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duplicateKeyOf } from './duplicate-key.ts'

const twice: [what: string, json: string, path: string][] = [
  ['in the whole', '{"title":"A","title":"B"}', 'title'],
  ['with the same value', '{"a":1,"b":2,"a":1}', 'a'],
  ['with white space before the colon', '{"a" :1,\n"a"\t\r\n :2}', 'a'],
  ['written with an escape', '{"a":1,"\\u0061":2}', 'a'],
  ['that is a quote', '{"\\"":1,"\\"":2}', '"'],
  ['that ends with a backslash', '{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['without a letter', '{"":1,"":2}', ''],
  ['that prototypes have', '{"__proto__":1,"__proto__":2}', '__proto__'],
  ['in an object inside', '{"shipping":{"city":"A","pin":1,"city":"B"}}', 'shipping.city'],
  ['in a list', '{"items":[{"id":1},[1,{"a":","},2],{"id":1,"id":2}]}', 'items[2].id'],
  ['in a list that is the whole', '[0,{"a":{},"a":[]}]', '[1].a'],
  ['after an object has ended', '{"a":{"b":1},"c":{"b":1},"a":2}', 'a'],
]

const once: [what: string, json: string][] = [
  ['the same key in two objects', '[{"a":1},{"a":1},{"b":{"a":1}}]'],
  ['the same key inside its own value', '{"a":{"a":{"a":1}}}'],
  ['a key as a text', '{"a":"a","b":"a"}'],
  ['JSON in a text', '{"a":"{\\"b\\":1,\\"b\\":2}","c":"\\\\"}'],
  ['keys that differ in case', '{"a":1,"A":2}'],
  ['no object', '"a:b"'],
  ['a number', '12'],
]

describe('a text of JSON', () => {
  test.each(twice)('is known to have a key twice: %s', (_what, json, path) => {
    expect(duplicateKeyOf(json)).toBe(path)
  })

  test.each(once)('has each key once: %s', (_what, json) => {
    expect(duplicateKeyOf(json)).toBeUndefined()
  })

  test('made from a value has each key once, and no longer where one is said again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, noNullPrototype: true }), (value) => {
        const json = JSON.stringify(value, null, 1)
        expect(duplicateKeyOf(json)).toBeUndefined()
        const [key = ''] = Object.keys(value)
        expect(duplicateKeyOf(`${json.slice(0, -1)},${JSON.stringify(key)}:0}`)).toBe(key)
      }),
      { seed: 20261121 },
    )
  })

  test('is read however deep it is nested', () => {
    const depth = 60_000
    expect(duplicateKeyOf('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined()
    expect(duplicateKeyOf('{"a":'.repeat(depth) + '{"b":1,"b":2}' + '}'.repeat(depth))).toMatch(/^.{198}\.b$/)
  })
})
