import type { Fact } from '../schema.ts'
import { humanised, inIndia, inRupees } from '#core/text/indian-words.ts'

const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A folded state as a flat list of facts, in its own order, for a page to show and to compare between two times. */
export function factsOf(state: unknown): Fact[] {
  return factsAt(state, { path: [], labels: [] })
}

/** What an event holds, except for the values of a change, which its sentence tells with their unit. */
export function factsOfEvent(data: Readonly<Record<string, unknown>>): Fact[] {
  const { from, to, ...others } = data
  return factsOf(from !== undefined && to !== undefined ? others : data)
}

/** Labels of fields whose names in the code are not words for people. A field with an empty label is not mentioned. */
const names: Readonly<Record<string, string | undefined>> = {
  details: '',
  loginUserName: 'Username',
  logoUrl: 'Main picture',
  imgUrl1: 'Picture 1',
  imgUrl2: 'Picture 2',
  imgUrl3: 'Picture 3',
  logoAlt: 'Alternative text of the main picture',
  imgAlt1: 'Alternative text of picture 1',
  imgAlt2: 'Alternative text of picture 2',
  imgAlt3: 'Alternative text of picture 3',
  posttype: 'Category',
  qty: 'Quantity in stock',
  featureDescription: 'Key specification',
  sku: 'SKU',
  modelNumber: 'Model number',
}

type Place = { path: readonly string[]; labels: readonly string[] }

function factsAt(value: unknown, place: Place): Fact[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => factsAt(item, placeOf(item, index, place)))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, part]) => factsAt(part, inside(place, key)))
  return [{ field: place.path.join('.'), label: place.labels.join(', ') || 'Value', value: worded(value, place) }]
}

function inside({ path, labels }: Place, key: string): Place {
  const label = names[key] ?? humanised(key.replace(/Paise$/, ''))
  const added = label === '' ? [] : [labels.length > 0 ? label.toLowerCase() : label]
  return { path: [...path, key], labels: [...labels, ...added] }
}

/** Identifies lines by their product, so that a line inserted above does not make all others look changed. */
function placeOf(item: unknown, index: number, { path, labels }: Place): Place {
  const isLine = typeof item === 'object' && item !== null && 'productId' in item && 'title' in item
  if (!isLine) return { path: [...path, String(index)], labels: [...labels, String(index + 1)] }
  return { path: [...path, String(item.productId)], labels: [...labels, `“${String(item.title)}”`] }
}

function worded(value: unknown, { path }: Place): string {
  const name = path.at(-1) ?? ''
  if (typeof value === 'number') return name.endsWith('Paise') ? inRupees(value) : value.toLocaleString('en-IN')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  if (name === 'status') return humanised(text).toLowerCase()
  return isTime.test(text) ? inIndia(text) : text
}
