import type { TSchema } from 'typebox'

export type LeafKind = 'text' | 'number' | 'boolean'
type Leaf = { path: string; kind: LeafKind }

type Parts = {
  type?: unknown
  const?: unknown
  properties?: Readonly<Record<string, TSchema>>
  items?: TSchema
  anyOf?: readonly TSchema[]
}

/** The dotted paths of all values in the data of an event; the path of a list is that of its items. */
export function leavesOf(schema: TSchema, path = ''): readonly Leaf[] {
  const { properties, items, anyOf }: Parts = schema
  if (anyOf !== undefined) return anyOf.flatMap((one) => leavesOf(one, path))
  if (items !== undefined) return leavesOf(items, path)
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`))
  const kind = kindOf(schema)
  return kind === undefined || path === '' ? [] : [{ path, kind }]
}

function kindOf({ type, const: literal }: Parts): LeafKind | undefined {
  switch (literal === undefined ? type : typeof literal) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return undefined
  }
}
