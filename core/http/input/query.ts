import type { TObject, TSchema } from 'typebox'
import { Rejection, type FieldError } from '../../domain/errors.ts'
import { oneLine } from '../../text/one-line.ts'
import type { Keywords } from './field-rules.ts'

/**
 * Parses a query string by a schema: converts numbers strictly and fills in defaults. Unknown keys are dropped, or
 * refused if `isStrict`.
 * @throws Rejection if a known key occurs twice or as a list, or if the encoding is invalid
 */
export function readQuery(schema: TObject, text: string, isStrict = false): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [key, value] of pairsOf(text)) {
    const [name = key] = key.split('[', 1)
    const property = propertyOf(schema, name)
    if (property === undefined) {
      if (isStrict) throw unknownParameter(name, Object.keys(schema.properties))
      continue
    }
    if (name !== key || Object.hasOwn(found, name)) throw invalidQuery(name, `${name} must be given once`)
    found[name] = fromText(property, value)
  }
  return withDefaults(schema, found)
}

function propertyOf({ properties }: TObject, name: string): TSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

const longestNameShown = 40

function unknownParameter(name: string, known: readonly string[]): Rejection {
  const shown = oneLine(name).slice(0, longestNameShown)
  const allowed = known.length === 0 ? 'none' : known.join(', ')
  return invalidQuery(shown, `Unknown query parameter "${shown}"; allowed: ${allowed}`)
}

function pairsOf(text: string): [key: string, value: string][] {
  if (text === '') return []
  return text.split('&').map((pair) => {
    const equals = pair.indexOf('=')
    return equals < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))]
  })
}

/** Converts path parameters, which are already percent-decoded, to the types of the schema. */
export function readParams(schema: TObject, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      const { inLowerCase = false }: Keywords = property
      const text = texts[name] ?? ''
      return [name, fromText(property, inLowerCase ? text.toLowerCase() : text)]
    }),
  )
}

function withDefaults(schema: TObject, found: Record<string, unknown>): Record<string, unknown> {
  for (const [name, property] of Object.entries(schema.properties)) {
    const keywords: Keywords = property
    if (keywords.default !== undefined && !Object.hasOwn(found, name)) found[name] = keywords.default
  }
  return found
}

const wholeNumber = /^(0|-?[1-9]\d{0,15})$/
const decimalNumber = /^(0|-?[1-9]\d{0,15}|-?(0|[1-9]\d{0,15})\.\d{1,15})$/

/** Converts text in plain form to the number or boolean that the schema requires; other text is left for validation. */
function fromText({ type }: Keywords, text: string): unknown {
  if (type === 'integer' && wholeNumber.test(text)) return Number(text)
  if (type === 'number' && decimalNumber.test(text)) return Number(text)
  if (type === 'boolean' && ['true', 'false'].includes(text)) return text === 'true'
  return text
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidQuery('query', 'The query must be percent-encoded UTF-8')
  }
}

function invalidQuery(field: string, message: string): Rejection {
  const errors: FieldError[] = [{ field, defaultMessage: message }]
  return new Rejection('invalid', message, { errors })
}
