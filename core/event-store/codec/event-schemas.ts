import { IsArray, IsObject, IsOptional, IsUnion, Type, type TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { erasedText } from '../../personal-data/erased-text.ts'
import type { CodecDefinitions, EventDefinition } from '../event-definition.ts'
import type { JsonObject } from '../event-store.ts'
import { valueAt } from './personal-fields.ts'
import { sealedField } from './sealed-event.ts'

/** Validators for the definitions. @throws TypeError where a definition is inconsistent */
export function eventSchemas(definitions: CodecDefinitions) {
  for (const [type, definition] of Object.entries(definitions)) assertSound(type, definition)
  const lenient = new Map<string, Validator>()
  const strict = new Map<string, Validator>()

  return {
    find: (type: string): EventDefinition | undefined =>
      Object.hasOwn(definitions, type) ? definitions[type] : undefined,

    /** Why stored data does not match its schema, without quoting any data; `undefined` where it does. */
    flawOf: (type: string, { schema }: EventDefinition, data: JsonObject) =>
      flawIn(
        validatorIn(lenient, type, () => schema),
        data,
      ),

    /** The same for new data, where a field that is not in the schema is a flaw too: it would be stored unsealed. */
    flawOfNew: (type: string, { schema }: EventDefinition, data: JsonObject) =>
      flawIn(
        validatorIn(strict, type, () => closed(schema)),
        data,
      ),
  }
}

function validatorIn(compiled: Map<string, Validator>, type: string, schema: () => TSchema): Validator {
  const validator = compiled.get(type) ?? Compile(schema())
  compiled.set(type, validator)
  return validator
}

function flawIn(validator: Validator, data: JsonObject): string | undefined {
  if (validator.Check(data)) return undefined
  const first = validator.Errors(data).find(({ instancePath }) => !isErasedAt(data, instancePath))
  return first && `${first.instancePath} ${first.keyword === 'boolean' ? 'is not part of it' : first.message}`.trim()
}

/** The same schema, but no object accepts additional fields. */
function closed(schema: TSchema): TSchema {
  const made = closedHere(schema)
  return IsOptional(schema) ? Type.Optional(made) : made
}

function closedHere(schema: TSchema): TSchema {
  if (IsUnion(schema)) return Type.Union(schema.anyOf.map(closed))
  if (IsArray(schema)) {
    const { items, ...options } = schema
    return Type.Array(closed(items), options)
  }
  if (!IsObject(schema)) return schema
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, closed(field)])
  return Type.Object(Object.fromEntries(fields), { additionalProperties: false })
}

/** An erased text is exempt from the pattern, format and length that the schema requires of the original. */
function isErasedAt(data: JsonObject, instancePath: string): boolean {
  return valueAt(data, instancePath.split('/').slice(1)) === erasedText
}

function assertSound(type: string, definition: EventDefinition): void {
  const flaw = versionFlaw(definition) ?? fieldFlaw(definition)
  if (flaw !== undefined) throw new TypeError(`the definition of ${type} has ${flaw}`)
}

function versionFlaw({ version, upcast = {} }: EventDefinition): string | undefined {
  if (!Number.isInteger(version) || version < 1) return 'no valid version (an integer, at least 1)'
  const gap = Array.from({ length: version - 1 }, (_, i) => i + 1).find((from) => upcast[from] === undefined)
  return gap === undefined ? undefined : `no upcaster from version ${gap} to ${gap + 1}`
}

function fieldFlaw({ schema, personal }: EventDefinition): string | undefined {
  if (Object.hasOwn(schema.properties, sealedField)) return `a field ${sealedField}, a name reserved for the store`
  const missing = personal?.fields.find((field) => !isThere(schema, field.split('.')))
  return missing && `no field ${missing}, which "personal.fields" names`
}

function isThere(schema: TSchema, path: readonly string[]): boolean {
  const [key, ...rest] = path
  if (key === undefined) return true
  const properties: unknown = 'properties' in schema ? schema.properties : undefined
  if (typeof properties !== 'object' || properties === null) return false
  const member: unknown = Object.entries(properties).find(([name]) => name === key)?.[1]
  return typeof member === 'object' && member !== null && isThere(member, rest)
}
