import {
  IsArray,
  IsBoolean,
  IsInteger,
  IsLiteral,
  IsNull,
  IsNumber,
  IsObject,
  IsRecord,
  IsString,
  IsUnion,
} from 'typebox'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** The dotted paths of a schema's optional fields; `[]` stands for each item of a list, `*` for each member of a record. */
export function optionalFieldsOf(schema: TSchema, path = ''): Set<string> {
  const members = membersOf(schema, path)
  const own = members.filter(({ isOptional }) => isOptional).map((member) => member.path)
  return new Set([...own, ...members.flatMap((member) => [...optionalFieldsOf(member.schema, member.path)])])
}

/** The optional fields that are present, and those that are absent although their parent is present. */
export type Seen = { present: Set<string>; absent: Set<string> }

/** Adds the optional fields of one value to `seen`. */
export function recordOptionalFields(schema: TSchema, value: unknown, seen: Seen): void {
  noteIn({ path: '', schema, values: [value] }, seen)
}

function noteIn({ path, schema, values }: Pick<Member, 'path' | 'schema' | 'values'>, seen: Seen): void {
  for (const member of values.flatMap((value) => membersOf(schema, path, value))) {
    if (member.isOptional) (member.values.length > 0 ? seen.present : seen.absent).add(member.path)
    noteIn(member, seen)
  }
}

type Member = { path: string; schema: TSchema; isOptional: boolean; values: readonly unknown[] }

const leaves = [IsString, IsInteger, IsNumber, IsBoolean, IsNull, IsLiteral]

/**
 * The direct members of a schema, with their values in `value`; of a union, the variants that match the value.
 * @throws TypeError for an unsupported kind of schema, whose fields would otherwise be omitted silently
 */
function membersOf(schema: TSchema, path: string, value?: unknown): Member[] {
  const here = { path, schema, isOptional: false }
  if (IsUnion(schema)) {
    const variants = schema.anyOf.filter((variant) => value === undefined || Value.Check(variant, value))
    return variants.map((variant) => ({ ...here, schema: variant, values: [value] }))
  }
  if (IsArray(schema)) return [{ ...here, path: `${path}[]`, schema: schema.items, values: listOf(value) }]
  if (IsRecord(schema)) {
    const values = Object.values(fieldsOf(value))
    return Object.values(schema.patternProperties).map((each) => ({ ...here, path: `${path}.*`, schema: each, values }))
  }
  if (leaves.some((isLeaf) => isLeaf(schema))) return []
  if (!IsObject(schema)) throw new TypeError(`${path}: optional fields are not supported in a schema of this kind`)
  const required: readonly string[] = schema.required ?? []
  return Object.entries(schema.properties).map(([name, each]) => {
    const found = fieldsOf(value)[name]
    const values = found === undefined ? [] : [found]
    return { path: path === '' ? name : `${path}.${name}`, schema: each, isOptional: !required.includes(name), values }
  })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
