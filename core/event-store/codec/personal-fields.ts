import type { Json, JsonObject } from '../event-store.ts'

/** The path of one text in an event's data; a list index is a decimal string. */
export type Path = readonly string[]

export type ExtractedTexts = {
  /** The data with every personal text left empty. */
  data: JsonObject
  paths: Path[]
  /** The text that was at each of `paths`. */
  texts: string[]
}

/**
 * Removes every text at and below `fields` (dotted paths) from the data.
 * @throws TypeError where a value there is neither text nor composed of text: an erased number would pass for a real
 *   one
 */
export function extractTexts(data: JsonObject, fields: readonly string[]): ExtractedTexts {
  const taken: ExtractedTexts = { data, paths: [], texts: [] }
  for (const field of fields) {
    const path = field.split('.')
    taken.data = changedIn(taken.data, path, (value) => emptied(value, path, taken))
  }
  return taken
}

/** The data with `texts` at `paths`. */
export function putBack(data: JsonObject, paths: readonly Path[], texts: readonly string[]): JsonObject {
  return paths.reduce<JsonObject>((filled, path, i) => changedIn(filled, path, () => texts[i] ?? ''), data)
}

/** The value at a path; `undefined` where the path does not exist. */
export function valueAt(data: JsonObject, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => memberOf(value, key), data)
}

function emptied(value: Json, path: Path, taken: ExtractedTexts): Json {
  if (value === null) return value
  if (typeof value === 'string') {
    taken.paths.push(path)
    taken.texts.push(value)
    return ''
  }
  if (isList(value)) return value.map((item, i) => emptied(item, [...path, String(i)], taken))
  if (!isObject(value)) throw new TypeError(`personal data must be text, but ${path.join('.')} is not`)
  const members = Object.entries(value).map(([key, member]) => [
    key,
    member === undefined ? member : emptied(member, [...path, key], taken),
  ])
  return Object.fromEntries(members)
}

/** A copy with the value at `path` changed; the same object where the path does not exist. */
function changedIn(object: JsonObject, path: Path, change: (value: Json) => Json): JsonObject {
  const [key = '', ...rest] = path
  const member = memberOf(object, key)
  return member === undefined ? object : { ...object, [key]: changedAt(member, rest, change) }
}

function changedAt(value: Json, path: Path, change: (value: Json) => Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (isList(value)) return value.map((item, i) => (String(i) === key ? changedAt(item, rest, change) : item))
  return isObject(value) ? changedIn(value, path, change) : value
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (isList(value)) return value[Number(key)]
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
