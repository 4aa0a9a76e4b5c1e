import { unpackAttributes } from '../document/packed.ts'
import type { Profile } from '../document/profile.ts'
import {
  valuesOf,
  type NumberRange,
  type SearchFilters,
  type SearchSort,
  type Several,
} from '../product-search-index.ts'
import { nameKey } from '../text/names.ts'

/** A document that a text matches, with all that filters and orders depend on. */
export type Member = Candidate & {
  pricePaise: number
  category: string
  brand: string
  company: string
  /** Lower case. */
  collections: readonly string[]
}

/** A document as the rank sees it. */
export type Candidate = { id: string; createdAt: number; profile: Profile }

/** A condition that a filter sets; `facet` names the facet that ignores it, so that its alternatives are counted. */
export type Condition = { facet: string; holds: (member: Member) => boolean }

/** The conditions of the filters. An attribute's facet is named by its name with a mark before it. */
export function conditionsIn(filters: SearchFilters): Condition[] {
  const { collection, brand, company, minPricePaise: least = -Infinity, maxPricePaise: most = Infinity } = filters
  const [paths, brands, companies] = [keysOf(collection, lowerCase), keysOf(brand, nameKey), keysOf(company, nameKey)]
  return [
    {
      facet: 'category',
      holds: ({ collections }) => paths === undefined || collections.some((path) => paths.has(path)),
    },
    { facet: 'brand', holds: (member) => brands?.has(nameKey(member.brand)) !== false },
    { facet: 'company', holds: (member) => companies?.has(nameKey(member.company)) !== false },
    { facet: 'price', holds: ({ pricePaise }) => pricePaise >= least && pricePaise <= most },
    ...Object.entries(filters.attributes ?? {}).map(([name, wanted]) => ({
      facet: attributeFacet(name),
      holds: attributeHolds(name, wanted),
    })),
  ]
}

const lowerCase = (text: string) => text.toLowerCase()

/** Undefined if nothing is asked for. */
function keysOf(wanted: Several | undefined, keyOf: (text: string) => string): ReadonlySet<string> | undefined {
  return wanted === undefined ? undefined : new Set(valuesOf(wanted).map(keyOf))
}

export function attributeFacet(name: string): string {
  return `:${name}`
}

type Wanted = NonNullable<SearchFilters['attributes']>[string]

function attributeHolds(name: string, wanted: Wanted): Condition['holds'] {
  const holds = isRange(wanted) ? isWithin(wanted) : isOneOf(wanted)
  return ({ profile }) =>
    unpackAttributes(profile.attributes).some(([own, text, number]) => own === name && holds(text, number))
}

type Holds = (text: string, number: number | null) => boolean

function isRange(wanted: Wanted): wanted is NumberRange {
  return !Array.isArray(wanted)
}

function isWithin({ min = -Infinity, max = Infinity }: NumberRange): Holds {
  return (_, number) => number !== null && number >= min && number <= max
}

function isOneOf(wanted: readonly string[]): Holds {
  const keys = new Set(wanted.map(nameKey))
  return (text, number) => keys.has(number === null ? nameKey(text) : String(number))
}

/** The members that meet every condition but those of one facet. */
export function passing(members: readonly Member[], conditions: readonly Condition[], ignored?: string): Member[] {
  const asked = conditions.filter(({ facet }) => facet !== ignored)
  return members.filter((member) => asked.every(({ holds }) => holds(member)))
}

const orders: Record<Exclude<SearchSort, 'relevance'>, (a: Member, b: Member) => number> = {
  newest: () => 0,
  'price-asc': (a, b) => a.pricePaise - b.pricePaise,
  'price-desc': (a, b) => b.pricePaise - a.pricePaise,
}

/** As the engines order documents; newest first where nothing else decides. */
export function inOrder(members: readonly Member[], sort: Exclude<SearchSort, 'relevance'>): Member[] {
  return members.toSorted((a, b) => orders[sort](a, b) || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
}
