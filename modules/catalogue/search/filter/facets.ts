import { countEach } from '../text/names.ts'
import type { AttributeFacets, Facets } from '../product-search-index.ts'
import { attributeFacet, passing, type Condition, type Member } from './members.ts'

/** The number of members for each value. A facet ignores its own filter, so that the shopper sees the alternatives. */
export function facetsOf(members: readonly Member[], conditions: readonly Condition[]): Facets {
  const of = (name: 'category' | 'brand' | 'company') =>
    countEach(passing(members, conditions, name).map((member) => member[name].trim()))
  return { category: of('category'), brand: of('brand'), company: of('company') }
}

const maxFacets = 12
const maxValues = 30
/** Fewer products with an attribute are too few to choose by it. */
const minShare = 0.2

type Counted = Pick<Member, 'profile'>

type Dividing = {
  shown: readonly Counted[]
  /** Those that pass all filters but that of one attribute. */
  ignoring: (name: string) => readonly Counted[]
  /** The attributes that are filtered by, which are always among the facets. */
  filtered: readonly string[]
}

/** The attributes that divide what is shown, those of most products first. */
export function dividingFacets({ shown, ignoring, filtered }: Dividing): AttributeFacets {
  const least = Math.max(2, minShare * shown.length)
  const frequent = [...countAttributes(shown)].filter(([, count]) => count >= least)
  const names = frequent.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name)
  const facets = [...new Set([...filtered, ...names])].flatMap((name) => {
    const facet = facetOf(name, ignoring(name))
    return filtered.includes(name) || divides(facet) ? [[name, facet] as const] : []
  })
  return Object.fromEntries(facets.slice(0, Math.max(maxFacets, filtered.length)))
}

/** The same for members and conditions. */
export function attributeFacetsOf(members: readonly Member[], conditions: readonly Condition[]): AttributeFacets {
  return dividingFacets({
    shown: passing(members, conditions),
    ignoring: (name) => passing(members, conditions, attributeFacet(name)),
    filtered: conditions.flatMap(({ facet }) => (facet.startsWith(attributeFacet('')) ? [facet.slice(1)] : [])),
  })
}

function countAttributes(members: readonly Counted[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { profile } of members)
    for (const [name] of profile.attributes) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

type AttributeFacet = AttributeFacets[string]

function facetOf(name: string, members: readonly Counted[]): AttributeFacet {
  const own = members.flatMap(({ profile }) => profile.attributes.filter(([one]) => one === name))
  const numbers = own.flatMap(([, , number]) => (number === null ? [] : [number]))
  const texts = own.flatMap(([, text, number]) => (number === null ? [text] : []))
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
