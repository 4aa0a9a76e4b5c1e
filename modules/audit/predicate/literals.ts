import { isoTime } from '#core/domain/clock.ts'
import { isDay } from '#core/domain/indian-day.ts'
import type { Field, Value } from './field.ts'
import { nearestName } from './nearest-name.ts'
import { mistake } from './syntax.ts'
import type { Token } from './tokens.ts'

/** The value of a token in a comparison with this field. @throws Rejection naming the column */
export function valueOf(token: Token, field: Field): Value {
  if (token.kind !== 'word' && token.kind !== 'quoted')
    throw mistake(
      token.at,
      `expected a value for ${field.name}${token.kind === 'end' ? ', but the predicate ends' : ''}`,
    )
  if (field.kinds.has('time')) return timeOf(token)
  const value = token.kind === 'word' ? bareValue(token, field) : undefined
  if (value !== undefined) return value
  if (!field.kinds.has('text')) throw mistake(token.at, `${field.name} is ${wanted(field)}, which ${token.text} is not`)
  requireChoice(token, field)
  return token.text
}

/** A number or a truth value, if the field can hold one. Columns hold whole numbers. */
function bareValue({ text }: Token, { kinds, column }: Field): number | boolean | undefined {
  const isNumber = column === undefined ? /^[+-]?\d{1,15}(\.\d{1,15})?$/ : /^[+-]?\d{1,15}$/
  if (kinds.has('number') && isNumber.test(text)) return Number(text)
  if (kinds.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return undefined
}

function wanted({ kinds, column }: Field): string {
  const number = column === undefined ? 'a number' : 'a whole number'
  const words = [...(kinds.has('number') ? [number] : []), ...(kinds.has('boolean') ? ['true or false'] : [])]
  return words.join(' or ')
}

/** A day begins at midnight in India. */
function timeOf({ at, text }: Token): string {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = isDay(text) ? Date.parse(`${text}T00:00:00+05:30`) : Date.parse(isInstant ? text : '')
  if (time >= 0) return isoTime(time)
  throw mistake(at, `${text} is not a time: write 2026-11-20 (a day in India) or 2026-11-20T09:30:00Z`)
}

function requireChoice({ at, text }: Token, { name, choices }: Field): void {
  if (choices === undefined || choices.includes(text)) return
  const nearest = nearestName(text, choices)
  throw mistake(at, `no event has the ${name} ${text}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`)
}
