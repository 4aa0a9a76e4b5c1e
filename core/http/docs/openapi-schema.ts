import type { TSchema } from 'typebox'

/** JSON Schema as used by OpenAPI 3.1, with the keywords that this code reads. */
export type JsonSchema = {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  examples?: readonly unknown[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  $ref?: string
}

/** A schema without its internal parts: functions, and the messages for invalid values. */
export function publicSchema(schema: TSchema): JsonSchema {
  const plain: JsonSchema = JSON.parse(JSON.stringify(schema))
  return withoutMessages(plain)
}

type Annotated = JsonSchema & {
  message?: unknown
  missing?: unknown
  inLowerCase?: unknown
  described?: JsonSchema
}

function withoutMessages(schema: JsonSchema): JsonSchema {
  const { message: _message, missing: _missing, inLowerCase: _case, described, ...plain }: Annotated = schema
  const rest = { ...plain, ...described }
  const of = (map: Record<string, JsonSchema>) =>
    Object.fromEntries(Object.entries(map).map(([name, one]) => [name, withoutMessages(one)]))
  return {
    ...rest,
    ...(rest.properties && { properties: of(rest.properties) }),
    ...(rest.patternProperties && { patternProperties: of(rest.patternProperties) }),
    ...(rest.items && { items: withoutMessages(rest.items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(withoutMessages) }),
    ...(rest.allOf && { allOf: rest.allOf.map(withoutMessages) }),
  }
}

/** A valid value: the schema's own example if it has one, else the simplest value. */
export function exampleOf(schema: JsonSchema): unknown {
  const { anyOf, allOf, items, type } = schema
  const given = givenExample(schema)
  if (given !== undefined) return given
  if (anyOf?.[0]) return exampleOf(anyOf[0])
  if (allOf) return Object.assign({}, ...allOf.map(exampleOf))
  if (type === 'array') return items ? [exampleOf(items)] : []
  return type === 'object' ? exampleObject(schema) : simplest(schema)
}

function givenExample(schema: JsonSchema): unknown {
  return schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
}

function exampleObject({ properties = {}, patternProperties = {} }: JsonSchema): Record<string, unknown> {
  const [anyValue] = Object.values(patternProperties)
  const open = anyValue === undefined ? {} : { name: exampleOf(anyValue) }
  return { ...open, ...Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(one)])) }
}

function simplest({ type, format, minimum }: JsonSchema): unknown {
  if (format === 'date-time') return '2026-11-20T10:00:00.000Z'
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
  if (type === 'boolean') return true
  return type === 'string' ? 'text' : null
}
