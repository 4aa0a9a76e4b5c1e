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

/** What a filter by each category finds: a collection lists the products of those below it, too. */
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

/** The values that documents have of one attribute. */
type Values = { texts: string[]; numbers: number[] }
type ByName = ReadonlyMap<string, Values>

/** In one pass, because a page of results has thousands of values. */
function valuesByName(documents: readonly Pick<Member, 'profile'>[]): ByName {
  const byName = new Map<string, Values>()
  const note = (name: string, text: string, number: number | null) => {
    const values = byName.get(name) ?? { texts: [], numbers: [] }
    if (values.texts.length + values.numbers.length === 0) byName.set(name, values)
    if (number === null) values.texts.push(text)
    else values.numbers.push(number)
  }
  for (const { profile } of documents) visitAttributes(profile.attributes, note)
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

/** The attributes that divide what is shown, those of most products first. */
function dividingFacets({ count, shown, filtered }: Dividing): AttributeFacets {
  const least = Math.max(2, minShare * count)
  const frequent = [...shown].filter(([name, values]) => !filtered.has(name) && countOf(values) >= least)
  const inOrder = frequent.toSorted(([a, m], [b, n]) => countOf(n) - countOf(m) || (a < b ? -1 : 1))
  const chosen = Array.from(filtered, ([name, values]) => [name, facetOf(values)] as const)
  for (const [name, values] of inOrder) {
    if (chosen.length >= maxFacets) break
    const facet = facetOf(values)
    if (divides(facet)) chosen.push([name, facet])
  }
  return Object.fromEntries(chosen)
}

const noValues: Values = { texts: [], numbers: [] }

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

function facetOf({ texts, numbers }: Values): AttributeFacet {
  // A name may have both; the rarer kind is an exception.
  if (numbers.length > texts.length)
    return { min: Math.min(...numbers), max: Math.max(...numbers), count: numbers.length }
  return { values: countEach(texts) }
}

function divides(facet: AttributeFacet): boolean {
  if ('min' in facet) return facet.min < facet.max
  const values = Object.values(facet.values)
  const isUseful = values.length <= maxValues && values.some((count) => count > 1)
  return values.length > 1 && isUseful
}
