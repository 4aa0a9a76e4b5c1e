import type { TSchema } from 'typebox'
import type { EventDefinition } from './codec.ts'

/** Why texts of an event are no personal data: by reason, the dotted paths of the fields; a path of a list is that of its items. */
export type NotPersonal = Readonly<Record<string, readonly string[]>>

/**
 * Each text of an event is either personal or named as not personal, with a reason: one that nobody has thought about would
 * lie in the open for ever.
 * @throws TypeError where a text is neither, is both, or where a name of one is of no text
 */
export function assertTextsDeclared(type: string, { schema, personal, notPersonal = {} }: EventDefinition): void {
  const open = Object.values(notPersonal).flat()
  const isPersonal = (path: string) => personal?.fields.some((field) => isWithin(path, field)) ?? false
  const paths = textsOf(schema)
  for (const path of paths) {
    if (isPersonal(path) && open.includes(path)) throw new TypeError(`${type} calls ${path} personal and not personal`)
    if (!isPersonal(path) && !open.includes(path)) throw new TypeError(undeclared(type, path))
  }
  const unknown = open.find((path) => !paths.includes(path))
  if (unknown !== undefined) throw new TypeError(`${type} has no text ${unknown}, which it calls not personal`)
}

function undeclared(type: string, path: string): string {
  return (
    `${type} has a text ${path} that is neither personal nor named as not personal: add it to "personal.fields", or to ` +
    '"notPersonal" with the reason, in the definition of the event'
  )
}

/** Those of the reasons that the schema has texts for, for definitions that share their fields. */
export function reasonsFor(schema: TSchema, reasons: NotPersonal): NotPersonal {
  const paths = textsOf(schema)
  const used = Object.entries(reasons).map(([reason, fields]) => [reason, fields.filter((one) => paths.includes(one))])
  return Object.fromEntries(used.filter(([, fields]) => fields?.length !== 0))
}

/** The dotted paths of everything that may hold free text. A literal holds none; of what says nothing of itself, all may. */
export function textsOf(schema: TSchema, path = ''): readonly string[] {
  const members = membersOf(schema)
  if (members !== undefined) return [...new Set(members.flatMap(([name, one]) => textsOf(one, joined(path, name))))]
  return isWithoutText(schema) ? [] : [path]
}

type Member = readonly [name: string, schema: TSchema]

/** What a schema is composed of, each with its name in the path, which items of a list and alternatives do not add to. */
function membersOf(schema: TSchema): readonly Member[] | undefined {
  const { type, items, anyOf, allOf } = schemaParts(schema)
  const alternatives = anyOf ?? allOf
  if (alternatives !== undefined) return alternatives.map((one) => ['', one])
  if (type === 'array' && items !== undefined) return [['', items]]
  return type === 'object' ? fieldsOf(schema) : undefined
}

function fieldsOf(schema: TSchema): readonly Member[] {
  const { properties = {}, patternProperties = {} } = schemaParts(schema)
  return [...Object.entries(properties), ...Object.values(patternProperties).map((one) => ['*', one] as const)]
}

type SchemaParts = {
  type?: unknown
  const?: unknown
  enum?: unknown
  properties?: Readonly<Record<string, TSchema>>
  patternProperties?: Readonly<Record<string, TSchema>>
  items?: TSchema
  anyOf?: readonly TSchema[]
  allOf?: readonly TSchema[]
}

/** A schema is JSON Schema by its shape, whatever made it. */
function schemaParts(schema: TSchema): SchemaParts {
  return schema
}

function isWithoutText(schema: TSchema): boolean {
  const { type, const: literal, enum: literals } = schemaParts(schema)
  if (literal !== undefined || literals !== undefined) return true
  return type === 'integer' || type === 'number' || type === 'boolean' || type === 'null'
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}

function joined(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}.${name}`
}
