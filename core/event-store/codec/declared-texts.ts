import type { TSchema } from 'typebox'
import type { EventDefinition, NotPersonal } from '../event-definition.ts'

/**
 * Each text of an event is either personal or named as not personal, with a reason: one that was forgotten would lie in the
 * open for ever.
 * @throws TypeError where a text is neither, is both, where a name of one is of no text, where a personal field is no text,
 *   and for a schema that does not say which fields there are
 */
export function assertTextsDeclared(type: string, definition: EventDefinition): void {
  const open = Object.values(definition.notPersonal ?? {}).flat()
  const paths = textsOf(definition.schema)
  for (const path of paths) {
    const isOpen = open.includes(path)
    if (isOpen === isPersonal(definition, path)) throw new TypeError(isOpen ? both(type, path) : undeclared(type, path))
  }
  const unknown = open.find((path) => !paths.includes(path))
  if (unknown !== undefined) throw new TypeError(`${type} has no text ${unknown}, which it calls not personal`)
  const others = leavesOf(definition.schema).filter(({ kind }) => kind === 'other')
  const unsealable = others.find(({ path }) => isPersonal(definition, path))
  if (unsealable !== undefined) throw new TypeError(`${type} calls ${unsealable.path} personal, which is no text`)
}

function isPersonal({ personal }: EventDefinition, path: string): boolean {
  return personal?.fields.some((field) => isWithin(path, field)) ?? false
}

function both(type: string, path: string): string {
  return `${type} calls ${path} personal and not personal`
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
export function textsOf(schema: TSchema): readonly string[] {
  const texts = leavesOf(schema).filter(({ kind }) => kind === 'text')
  return [...new Set(texts.map(({ path }) => path))]
}

/** What is no object and no list. Null and literals hold nothing that could be sealed, or that would have to be. */
type Leaf = { path: string; kind: 'text' | 'other' | 'nothing' }

function leavesOf(schema: TSchema, path = ''): readonly Leaf[] {
  const members = membersOf(schema, path)
  if (members === undefined) return [{ path, kind: kindOf(schema) }]
  return members.flatMap(([name, one]) => leavesOf(one, joined(path, name)))
}

type Member = readonly [name: string, schema: TSchema]

/** What a schema is composed of, each with its name in the path, which items of a list and alternatives do not add to. */
function membersOf(schema: TSchema, path: string): readonly Member[] | undefined {
  const { type, items, anyOf, properties } = schemaParts(schema)
  if (isUnclear(schema)) throw new TypeError(`the schema of ${path || 'an event'} does not say which fields there are`)
  if (anyOf !== undefined) return anyOf.map((one) => ['', one])
  if (type === 'array' && items !== undefined) return [['', items]]
  return type === 'object' ? Object.entries(properties ?? {}) : undefined
}

/** Names of fields that come with the data may be somebody's words, and what is composed in other ways is not looked through. */
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

/** A schema is JSON Schema by its shape, whatever made it. */
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
