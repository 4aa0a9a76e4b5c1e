import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { countNames } from '../text/names.ts'
import type { Facets } from '../product-search-index.ts'
import type { Query } from './query.ts'

const Numbers = Type.Array(Type.Tuple([Type.String(), Type.Number()]))

/** The number of results with each name, by the numbers of the names in the table that `generation` identifies. */
export const Numbered = Type.Object({
  generation: Type.String(),
  category: Numbers,
  brand: Numbers,
  company: Numbers,
})

type Numbered = Type.Static<typeof Numbered>

export type FacetNames = (query: Query, counts: Numbered) => Promise<Facets>

const maxNames = 20_000

const storedNames = Compile(Type.Array(Type.Object({ id: Type.String(), name: Type.String() })))

/**
 * Names the numbers by which results are counted. The name of a number never changes, so the names read last are
 * cached.
 */
export function cachedFacetNames(): FacetNames {
  const cache = new LRUCache<string, string>({ max: maxNames })

  return async (query, { generation, category, brand, company }) => {
    const known = new Map<string, string>()
    for (const [id] of [...category, ...brand, ...company]) {
      const name = cache.get(`${generation} ${id}`)
      if (name !== undefined) known.set(id, name)
    }
    const unknown = [...category, ...brand, ...company].map(([id]) => id).filter((id) => !known.has(id))
    for (const { id, name } of unknown.length === 0 ? [] : await readNames(query, unknown)) {
      known.set(id, name)
      cache.set(`${generation} ${id}`, name)
    }
    const named = (counts: Numbered['category']) =>
      countNames(counts.map(([id, count]) => ({ name: known.get(id) ?? '', count })))
    return { category: named(category), brand: named(brand), company: named(company) }
  }
}

async function readNames(query: Query, ids: readonly string[]) {
  return storedNames.Parse(
    await query(`select id::text as id, name from live.facet_name where id = any($1::bigint[])`, [ids]),
  )
}
