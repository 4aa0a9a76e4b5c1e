import { describe, expect, test } from 'vitest'
import { completed, completionsAt } from './completion.ts'

/** The completions at the bar in the text. */
function at(text: string): string[] {
  const caret = text.indexOf('|')
  return completionsAt(text.replace('|', ''), caret).options.map((option) => option.text)
}

describe('the completions of a predicate', () => {
  test('are fields at the beginning and after and, or, not and a parenthesis', () => {
    for (const before of ['', 'not ', '(', 'type = OrderPlaced and ', 'revision in (0, 1) or ('])
      expect(at(`${before}data.totalP|`)).toEqual(['data.totalPaise'])
    expect(at('|')).toContain('type')
  })

  test('start with matches at the beginning, followed by matches anywhere', () => {
    expect(at('city|')).toEqual(['data.shipping.city'])
    const found = at('data.p|')
    expect(found.at(0)).toMatch(/^data\.p/)
    expect(found).toContain('data.payment.method')
  })

  test('are the operators that the field supports', () => {
    expect(at('data.totalPaise |')).toEqual(['=', '!=', '<', '<=', '>', '>=', 'in'])
    expect(at('type |')).toEqual(['=', '!=', 'in'])
    expect(at('data.shipping.city |')).toEqual(['='])
  })

  test('are the values of a field that has few, and the joining words after a value', () => {
    expect(at('type = OrderPl|')).toEqual(['OrderPlaced'])
    expect(at('type in (OrderPlaced, orderconf|')).toEqual(['OrderConfirmed'])
    expect(at('data.totalPaise = |')).toEqual([])
    expect(at("data.orderId = 'a b' |")).toEqual(['and', 'or'])
    expect(at('revision in (0 |')).toEqual([',', ')'])
  })

  test('are none if the text is already one', () => {
    expect(at('type = OrderPlaced|')).toEqual([])
  })

  test('replace the word at the caret, and the caret follows', () => {
    const text = 'tyx = OrderPlaced'
    const found = completionsAt(text, 2)
    expect(completed(text, found, { text: 'type' })).toEqual({ source: 'type = OrderPlaced', caret: 5 })
  })
})
