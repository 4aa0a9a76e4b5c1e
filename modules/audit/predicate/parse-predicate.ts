import type { Field, Fields, Value } from './field.ts'
import { comparisonsIn, mistake, type Operator, type Predicate } from './syntax.ts'
import { nearestName } from './nearest-name.ts'
import { tokensOf, type Token } from './tokens.ts'
import { valueOf } from './literals.ts'

type Cursor = { peek: () => Token; next: () => Token }

/**
 * Parses a predicate such as `type = OrderPlaced and data.totalPaise > 50000000`: comparisons joined by `and`, `or` and
 * `not`, which binds most strongly, and parentheses.
 * @throws Rejection whose message names the column of the mistake
 */
export function parsePredicate(source: string, fields: Fields): Predicate {
  const tokens = cursorOver(tokensOf(source))
  const predicate = parseOr(tokens, { fields, isNegated: false })
  const rest = tokens.peek()
  if (rest.kind !== 'end') throw mistake(rest.at, `expected and, or or the end, not ${rest.text}`)
  if (sealedIn(predicate).length > mostSealed)
    throw mistake(0, `a predicate can test at most ${mostSealed} fields of personal data`)
  return predicate
}

/** The record of a disclosure names all of them, and is unique by the beginning of that text. */
const mostSealed = 2

/** The personal fields that a predicate tests. */
export function sealedIn(predicate: Predicate): readonly string[] {
  const sealed = comparisonsIn(predicate).filter(({ field }) => field.isSealed)
  return [...new Set(sealed.map(({ field }) => field.name))].sort()
}

type Scope = { fields: Fields; isNegated: boolean }

function parseOr(tokens: Cursor, scope: Scope): Predicate {
  return joined('or', tokens, () => joined('and', tokens, () => parseNot(tokens, scope)))
}

function joined(kind: 'and' | 'or', tokens: Cursor, parse: () => Predicate): Predicate {
  const first = parse()
  const parts = [first]
  while (isKeyword(tokens.peek(), kind)) {
    tokens.next()
    parts.push(parse())
  }
  return parts.length === 1 ? first : { kind, parts }
}

function parseNot(tokens: Cursor, scope: Scope): Predicate {
  const token = tokens.peek()
  if (isKeyword(token, 'not')) {
    tokens.next()
    return { kind: 'not', inner: parseNot(tokens, { ...scope, isNegated: true }) }
  }
  if (token.text !== '(' || token.kind !== 'mark') return parseComparison(tokens, scope)
  tokens.next()
  const inner = parseOr(tokens, scope)
  expectMark(tokens, ')')
  return inner
}

function parseComparison(tokens: Cursor, { fields, isNegated }: Scope): Predicate {
  const name = tokens.next()
  const field = fieldCalled(name, fields)
  const token = tokens.next()
  const isIn = isKeyword(token, 'in')
  const operator = isIn ? '=' : operatorOf(token, field)
  if (field.isSealed && isNegated) throw onlyEqual(name, field)
  if (field.isSealed && token.text !== '=') throw onlyEqual(token, field)
  requireOrder(token, { field, operator })
  const values = isIn ? parseList(tokens, field) : [valueOf(tokens.next(), field)]
  return { kind: 'comparison', field, operator, values }
}

function requireOrder({ at }: Token, { field, operator }: { field: Field; operator: Operator }): void {
  if (field.isOrdered || operator === '=' || operator === '!=') return
  throw mistake(at, `${field.name} has no order: compare it with =, != or in`)
}

function parseList(tokens: Cursor, field: Field): readonly Value[] {
  expectMark(tokens, '(')
  const values = [valueOf(tokens.next(), field)]
  while (tokens.peek().text === ',' && tokens.peek().kind === 'mark') {
    tokens.next()
    values.push(valueOf(tokens.next(), field))
  }
  expectMark(tokens, ')')
  return values
}

function onlyEqual({ at }: Token, { name }: Field) {
  return mistake(
    at,
    `${name} is personal data, which is stored encrypted: only equality can be tested, as in ${name} = '…'`,
  )
}

function operatorOf(token: Token, { name }: Field): Operator {
  const operator = operators.find((one) => token.kind === 'operator' && one === token.text)
  if (operator === undefined)
    throw mistake(token.at, `expected =, !=, <, <=, >, >= or in after ${name}${insteadOf(token)}`)
  return operator
}

const operators = ['=', '!=', '<', '<=', '>', '>='] as const

function fieldCalled(token: Token, fields: Fields): Field {
  if (token.kind !== 'word')
    throw mistake(token.at, `expected a field, such as type or data.orderId${insteadOf(token)}`)
  const field = fields.get(token.text)
  if (field !== undefined) return field
  const part = [...fields.keys()].find((name) => name.startsWith(`${token.text}.`))
  if (part !== undefined) throw mistake(token.at, `${token.text} has several parts: name one, such as ${part}`)
  const nearest = nearestName(token.text, [...fields.keys()])
  const advice = nearest === undefined ? 'fields of events begin with data.' : `did you mean ${nearest}?`
  throw mistake(token.at, `no event has a field ${token.text}; ${advice}`)
}

function expectMark(tokens: Cursor, mark: ')' | '('): void {
  const token = tokens.next()
  if (token.kind !== 'mark' || token.text !== mark) throw mistake(token.at, `expected ${mark}${insteadOf(token)}`)
}

function insteadOf({ kind, text }: Token): string {
  return kind === 'end' ? ', but the predicate ends' : `, not ${text}`
}

function isKeyword({ kind, text }: Token, keyword: string): boolean {
  return kind === 'word' && text.toLowerCase() === keyword
}

/** At the last token the cursor does not move. */
function cursorOver(tokens: readonly Token[]): Cursor {
  let index = 0
  const end: Token = { kind: 'end', text: '', at: 0 }
  const peek = () => tokens[index] ?? tokens.at(-1) ?? end
  return {
    peek,
    next() {
      const token = peek()
      index += 1
      return token
    },
  }
}
