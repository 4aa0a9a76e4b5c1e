import type { TSchema } from 'typebox'

/** The schema keywords that are needed to explain a fault. */
export type Keywords = {
  type?: string
  properties?: Record<string, TSchema>
  required?: readonly string[]
  items?: TSchema
  anyOf?: readonly TSchema[]
  const?: unknown
  enum?: readonly unknown[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  description?: string
  examples?: readonly unknown[]
  /** The error message if the field is missing, null, blank, of another type or not of the required form. */
  message?: string
  /** The error message if the field is missing or null, where it differs from `message`. */
  missing?: string
  /** A path parameter: converted to lower case before it is checked. */
  inLowerCase?: boolean
  /** Keywords for the API description alone: rules that the handler checks, with messages of its own. */
  described?: Readonly<Record<string, unknown>>
}

/** The rule for a value, as the rest of a sentence that begins with the field's name. */
export function ruleOf(keywords: Keywords): string {
  const allowed = literalsOf(keywords)
  if (allowed.length > 0) return `must be ${oneOf(allowed)}`
  if (keywords.type === 'integer') return `must be a whole number${span(keywords.minimum, keywords.maximum)}`
  if (keywords.type === 'number') return `must be a number${span(keywords.minimum, keywords.maximum)}`
  if (keywords.type === 'string') return textRule(keywords)
  if (keywords.type === 'array') return `must be a list${ofEntries(keywords)}`
  if (keywords.type === 'boolean') return 'must be true or false'
  if (keywords.type === 'object') return 'must be a JSON object'
  return 'is not valid'
}

function literalsOf(keywords: Keywords): unknown[] {
  if (keywords.const !== undefined) return [keywords.const]
  if (keywords.enum !== undefined) return [...keywords.enum]
  const variants = (keywords.anyOf ?? []).map((variant: Keywords & TSchema) => variant.const)
  return variants.includes(undefined) ? [] : variants
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`
}

function span(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`
  if (from !== undefined) return ` of at least ${from}`
  return to === undefined ? '' : ` up to ${to}`
}

function textRule({ pattern, format, minLength, maxLength, examples }: Keywords): string {
  if (format === 'date-time') return `must be a time${suchAs(examples)}`
  if (maxLength !== undefined && pattern === undefined) return `must be text of at most ${maxLength} characters`
  if (maxLength !== undefined) return `must have at most ${maxLength} characters`
  if (minLength !== undefined) return `must be text of at least ${minLength} characters`
  return `must be text${suchAs(examples)}`
}

function suchAs([example]: readonly unknown[] = []): string {
  return typeof example === 'string' ? ` such as ${example}` : ''
}

function ofEntries({ minItems, maxItems }: Keywords): string {
  if (minItems !== undefined && maxItems !== undefined) return ` of ${minItems} to ${maxItems} entries`
  if (minItems !== undefined) return ` of at least ${minItems} entries`
  return maxItems === undefined ? '' : ` of at most ${maxItems} entries`
}
