import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duplicateKeyOf } from './duplicate-key.ts'

const twice: [what: string, json: string, path: string][] = [
  ['at the top level', '{"title":"A","title":"B"}', 'title'],
  ['with the same value', '{"a":1,"b":2,"a":1}', 'a'],
  ['with white space before the colon', '{"a" :1,\n"a"\t\r\n :2}', 'a'],
  ['written with an escape', '{"a":1,"\\u0061":2}', 'a'],
  ['that is a quote', '{"\\"":1,"\\"":2}', '"'],
  ['that ends with a backslash', '{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['without a letter', '{"":1,"":2}', ''],
  ['named __proto__', '{"__proto__":1,"__proto__":2}', '__proto__'],
  ['in a nested object', '{"shipping":{"city":"A","pin":1,"city":"B"}}', 'shipping.city'],
  ['in a list', '{"items":[{"id":1},[1,{"a":","},2],{"id":1,"id":2}]}', 'items[2].id'],
  ['in a list at the top level', '[0,{"a":{},"a":[]}]', '[1].a'],
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

describe('duplicateKeyOf', () => {
  test.each(twice)('finds a repeated key: %s', (_what, json, path) => {
    expect(duplicateKeyOf(json)).toBe(path)
  })

  test.each(once)('accepts JSON without a repeated key: %s', (_what, json) => {
    expect(duplicateKeyOf(json)).toBeUndefined()
  })

  test('accepts any stringified value, and finds a key that is added to it again', () => {
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

  test('reads JSON of any depth', () => {
    const depth = 60_000
    expect(duplicateKeyOf('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined()
    expect(duplicateKeyOf('{"a":'.repeat(depth) + '{"b":1,"b":2}' + '}'.repeat(depth))).toMatch(/^.{198}\.b$/)
  })
})
