import type { TSchema } from 'typebox'
import type { EventDefinition, NotPersonal } from '../event-definition.ts'

/**
 * Requires that a definition declares each text field of an event either personal or, with a reason, not personal: an
 * undeclared field would be stored unencrypted for ever.
 * @throws TypeError where a text field is declared neither way or both ways, where `notPersonal` names a field that is
 *   not text, where a personal field is not text, and for a schema that does not list its fields
 */
export function assertTextsDeclared(type: string, definition: EventDefinition): void {
  const open = Object.values(definition.notPersonal ?? {}).flat()
  const paths = textsOf(definition.schema)
  for (const path of paths) {
    const isOpen = open.includes(path)
    if (isOpen === isPersonal(definition, path)) throw new TypeError(isOpen ? both(type, path) : undeclared(type, path))
  }
  const unknown = open.find((path) => !paths.includes(path))
  if (unknown !== undefined) throw new TypeError(`${type} has no text field ${unknown}, which "notPersonal" names`)
  const others = leavesOf(definition.schema).filter(({ kind }) => kind === 'other')
  const unsealable = others.find(({ path }) => isPersonal(definition, path))
  if (unsealable !== undefined) throw new TypeError(`${type} declares ${unsealable.path} personal, which is not text`)
}

function isPersonal({ personal }: EventDefinition, path: string): boolean {
  return personal?.fields.some((field) => isWithin(path, field)) ?? false
}

function both(type: string, path: string): string {
  return `${type} declares ${path} both personal and not personal`
}

function undeclared(type: string, path: string): string {
  return (
    `${type} has a text field ${path} that is declared neither personal nor not personal: ` +
    'add it to "personal.fields", or to "notPersonal" with the reason, in the definition of the event'
  )
}

/** The part of `reasons` that applies to the text fields of this schema, for definitions that share reasons. */
export function reasonsFor(schema: TSchema, reasons: NotPersonal): NotPersonal {
  const paths = textsOf(schema)
  const used = Object.entries(reasons).map(([reason, fields]) => [reason, fields.filter((one) => paths.includes(one))])
  return Object.fromEntries(used.filter(([, fields]) => fields?.length !== 0))
}

/** The dotted paths of all fields that may hold free text. A literal cannot; a schema without a type can. */
export function textsOf(schema: TSchema): readonly string[] {
  const texts = leavesOf(schema).filter(({ kind }) => kind === 'text')
  return [...new Set(texts.map(({ path }) => path))]
}

/**
 * A value that is neither object nor list. Kind `nothing` (null, literals) holds nothing that can or must be sealed.
 */
type Leaf = { path: string; kind: 'text' | 'other' | 'nothing' }

function leavesOf(schema: TSchema, path = ''): readonly Leaf[] {
  const members = membersOf(schema, path)
  if (members === undefined) return [{ path, kind: kindOf(schema) }]
  return members.flatMap(([name, one]) => leavesOf(one, joined(path, name)))
}

type Member = readonly [name: string, schema: TSchema]

/**
 * The schemas nested in a schema, each with the name that it adds to the path; list items and alternatives add none.
 */
function membersOf(schema: TSchema, path: string): readonly Member[] | undefined {
  const { type, items, anyOf, properties } = schemaParts(schema)
  if (isUnclear(schema)) throw new TypeError(`the schema of ${path || 'an event'} does not list its fields`)
  if (anyOf !== undefined) return anyOf.map((one) => ['', one])
  if (type === 'array' && items !== undefined) return [['', items]]
  return type === 'object' ? Object.entries(properties ?? {}) : undefined
}

/** Field names that come with the data may be a person's words, and other kinds of composition are not analysed. */
function isUnclear(schema: TSchema): boolean {
  const { anyOf, allOf, properties, patternProperties, additionalProperties } = schemaParts(schema)
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  return (
    isOpen ||
    patternProperties !== undefined ||
    allOf !== undefined ||
    (anyOf !== undefined && properties !== undefined)
  )
}

type SchemaParts = {
  type?: unknown
  const?: unknown
  enum?: unknown
  properties?: Readonly<Record<string, TSchema>>
  patternProperties?: unknown
  additionalProperties?: unknown
  items?: TSchema
  anyOf?: readonly TSchema[]
  allOf?: unknown
}

/** A schema is plain JSON Schema, whichever library built it. */
function schemaParts(schema: TSchema): SchemaParts {
  return schema
}

function kindOf(schema: TSchema): Leaf['kind'] {
  const { type, const: literal, enum: literals } = schemaParts(schema)
  if (literal !== undefined || literals !== undefined || type === 'null') return 'nothing'
  return type === 'integer' || type === 'number' || type === 'boolean' ? 'other' : 'text'
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}

function joined(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}.${name}`
}
