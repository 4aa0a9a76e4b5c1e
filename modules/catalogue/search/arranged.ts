import type { FoundProduct, Product } from '../schema.ts'
import { presentHit } from '../present.ts'
import { setApartInTiers } from './apart.ts'
import type { SearchHit } from './product-search-index.ts'

/**
 * What a product's picture shows at a glance: two products with the same should not be next to each other in a list.
 */
export type GlanceOf = (product: Product) => string | undefined

/** The places by which a hit may move up on its page, so that its neighbours look different. */
const reach = 2

/** A page of ranked hits as the API returns it: those that fit equally well are arranged by how they look. */
export function arrangedHits(hits: readonly SearchHit[], glanceOf: GlanceOf): FoundProduct[] {
  const shown = hits.map((hit) => ({ tier: hit.tier, product: presentHit(hit) }))
  return setApartInTiers(shown, ({ product }) => glanceOf(product), reach).map(({ product }) => product)
}
