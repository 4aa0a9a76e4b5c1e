import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { storedProfile } from '../../document/profile.ts'
import type { Candidate, Member } from '../../filter/members.ts'
import type { SearchFilters } from '../../product-search-index.ts'
import type { Matching } from '../../finder.ts'
import { conditionOn } from './condition.ts'
import { damaged } from '../damage.ts'
import { nameOfFacet } from '../facet-names.ts'
import { conditionsOf, filterOf } from './filters.ts'
import { heaviestOf } from './heaviest.ts'
import type { QueryResult, Reading } from '../reading.ts'

type Hit = QueryResult['hits'][number]

/** Reads what the rank depends on. @throws EngineUnavailable with the remedy if it is not a document of the shop */
export function candidateFromHit({ id, createdAt, profile }: Hit): Candidate {
  const read = typeof profile === 'string' ? storedProfile(profile) : undefined
  if (typeof id === 'string' && typeof createdAt === 'number' && read !== undefined)
    return { id, createdAt, profile: read }
  throw damaged('of the products', new Error(`the profile of ${String(id)} is unreadable`))
}

const fields = ['pricePaise', 'categoryName', 'brandName', 'companyName', 'collections']
const most = 1_000_000

/** The documents that the text matches and the filters pass. */
export async function membersOf(
  read: Reading,
  matching: Matching | undefined,
  filters: SearchFilters,
): Promise<Member[]> {
  const text = matching === undefined ? [] : [await textFilter(read, matching)]
  if (text.includes(undefined)) return []
  const filter = [...text.filter((one) => one !== undefined), ...filterOf(conditionsOf(filters))]
  const [found] = await read.search([
    { filter, attributesToRetrieve: ['id', 'createdAt', 'profile', ...fields], size: most },
  ])
  return (found?.hits ?? []).map(memberFromHit)
}

async function textFilter(read: Reading, matching: Matching): Promise<string | undefined> {
  return matching.by === 'all' ? conditionOn('words', matching.plan.all) : heaviestOf(read, matching.plan.each, 'words')
}

const MemberHit = Type.Object({
  pricePaise: Type.Number(),
  categoryName: Type.String(),
  brandName: Type.String(),
  companyName: Type.String(),
  collections: Type.Array(Type.String()),
})
const memberHit = Compile(MemberHit)

function memberFromHit(hit: Hit): Member {
  if (!memberHit.Check(hit)) throw damaged('of the products', new Error(`${String(hit['id'])} is incomplete`))
  const { pricePaise, categoryName, brandName, companyName, collections }: Static<typeof MemberHit> = hit
  const [category, brand, company] = [categoryName, brandName, companyName].map(nameOfFacet)
  return {
    ...candidateFromHit(hit),
    pricePaise,
    collections,
    category: category ?? '',
    brand: brand ?? '',
    company: company ?? '',
  }
}
