import { findCollection } from '../../domain/categories.ts'
import { visitAttributes } from '../document/packed.ts'
import { countEach } from '../text/names.ts'
import type { AttributeFacets, Facets } from '../product-search-index.ts'
import { attributeFacet, passing, type Condition, type Member } from './members.ts'

/** The number of members for each value. A facet ignores its own filter, so that the shopper sees the alternatives. */
export function facetsOf(members: readonly Member[], conditions: readonly Condition[]): Facets {
  const of = (name: 'category' | 'brand' | 'company') =>
    countEach(passing(members, conditions, name).map((member) => member[name].trim()))
  return { category: of('category'), brand: of('brand'), company: of('company') }
}

/**
 * The number of products that a filter by each category finds: a collection includes the products of those below it.
 */
export function countsOfCollections(byCategory: Readonly<Record<string, number>>): Record<string, number> {
  const counts = Object.entries(byCategory)
  const below = (path: string) => counts.filter(([other]) => findCollection(other)?.parent === path.toLowerCase())
  return Object.fromEntries(
    counts.map(([path, own]) => [path, below(path).reduce((sum, [, count]) => sum + count, own)]),
  )
}

const maxFacets = 12
const maxValues = 30
/** Fewer products with an attribute are too few to choose by it. */
const minShare = 0.2

/** The values that documents have of one attribute, and the sum of its places in their specifications. */
type Values = { texts: string[]; numbers: number[]; places: number }
type ByName = ReadonlyMap<string, Values>

/** In one pass, because a page of results has thousands of values. */
function valuesByName(documents: readonly Pick<Member, 'profile'>[]): ByName {
  const byName = new Map<string, Values>()
  let place = 0
  const note = (name: string, text: string, number: number | null) => {
    const values = byName.get(name) ?? { texts: [], numbers: [], places: 0 }
    if (countOf(values) === 0) byName.set(name, values)
    if (number === null) values.texts.push(text)
    else values.numbers.push(number)
    values.places += place++
  }
  for (const { profile } of documents) {
    place = 0
    visitAttributes(profile.attributes, note)
  }
  return byName
}

function countOf({ texts, numbers }: Values): number {
  return texts.length + numbers.length
}

type Dividing = {
  /** The number of documents shown, and the values they have. */
  count: number
  shown: ByName
  /** The attributes that are filtered by, which are always among the facets, with their values ignoring their filter. */
  filtered: ByName
}

/** The attributes that divide documents without a filter by attributes. */
export function attributeFacetsAmong(documents: readonly Pick<Member, 'profile'>[]): AttributeFacets {
  return dividingFacets({ count: documents.length, shown: valuesByName(documents), filtered: new Map() })
}

/** The attributes that divide what is shown, the most useful first. */
function dividingFacets({ count, shown, filtered }: Dividing): AttributeFacets {
  const least = Math.max(2, minShare * count)
  const frequent = [...shown].filter(([name, values]) => !filtered.has(name) && countOf(values) >= least)
  const ranked = frequent.map(([name, values]) => ({ name, values, use: usefulnessOf(values, count) }))
  const inOrder = ranked.toSorted((a, b) => b.use - a.use || (a.name < b.name ? -1 : 1))
  const chosen = Array.from(filtered, ([name, values]) => [name, facetOf(values)] as const)
  for (const { name, values } of inOrder) {
    if (chosen.length >= maxFacets) break
    const facet = facetOf(values)
    if (divides(facet)) chosen.push([name, facet])
  }
  return Object.fromEntries(chosen)
}

/** The weight of numbers that only one product has: a range may still hold several of them. */
const singleNumberWeight = 0.1

/**
 * How well an attribute narrows a list: the chance that it tells two of `total` products apart by a value that several
 * have, so that it takes into account how many have the attribute and how evenly it divides them. The deciding
 * attributes come early in a specification, before the device's measurements and the warranty, so a later place counts
 * less.
 */
function usefulnessOf(values: Values, total: number): number {
  const { texts, numbers, places } = values
  const meanPlace = places / countOf(values)
  const ofSingles = numbers.length > texts.length ? singleNumberWeight : 0
  const tellsApart = sizesOfGroups(numbers.length > texts.length ? numbers : texts).reduce((sum, size) => {
    const share = size / total
    return sum + share * (1 - share) * (size > 1 ? 1 : ofSingles)
  }, 0)
  return tellsApart / (1 + meanPlace)
}

function sizesOfGroups(values: readonly (string | number)[]): number[] {
  const sizes = new Map<string | number, number>()
  for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1)
  return [...sizes.values()]
}

const noValues: Values = { texts: [], numbers: [], places: 0 }

/** The same for members and conditions. */
export function attributeFacetsOf(members: readonly Member[], conditions: readonly Condition[]): AttributeFacets {
  const shown = passing(members, conditions)
  const names = conditions.flatMap(({ facet }) => (facet.startsWith(attributeFacet('')) ? [facet.slice(1)] : []))
  const alternatives = (name: string) => valuesByName(passing(members, conditions, attributeFacet(name)))
  return dividingFacets({
    count: shown.length,
    shown: valuesByName(shown),
    filtered: new Map(names.map((name) => [name, alternatives(name).get(name) ?? noValues])),
  })
}

type AttributeFacet = AttributeFacets[string]

/** A name may have both. The same number everywhere is a value like others, if there are others. */
function facetOf({ texts, numbers }: Values): AttributeFacet {
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)]
  if (numbers.length === 0 || (min === max && texts.length > 0))
    return { values: countEach([...texts, ...numbers.map(String)]) }
  const range = { min, max, count: numbers.length }
  return texts.length === 0 ? range : { values: countEach(texts), ...range }
}

function divides(facet: AttributeFacet): boolean {
  if ('min' in facet) return facet.min < facet.max && ('values' in facet ? isShort(facet.values) : true)
  const counts = Object.values(facet.values)
  return isShort(facet.values) && counts.length > 1 && counts.some((count) => count > 1)
}

function isShort(values: Readonly<Record<string, number>>): boolean {
  return Object.keys(values).length <= maxValues
}
