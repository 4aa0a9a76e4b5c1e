import type { Product } from '#modules/catalogue/schema.ts'
import { isStatus } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchProduct, resolveCodes } from '../../lib/api/products.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'

/**
 * The current data of up to 200 products by id; `null` for products that the shop no longer has. One call finds them;
 * only ids that it does not know are looked up one by one.
 * @throws ApiError if the shop is unavailable
 */
export async function findProducts(
  api: ApiClient,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Product | null>> {
  if (ids.length === 0) return new Map()
  const known = await byCodes(api, ids, signal)
  const others = ids.filter((id) => !known.has(id))
  const found = await Promise.all(others.map(async (id) => [id, await findProduct(api, id, signal)] as const))
  return new Map<string, Product | null>([...known, ...found])
}

/** The products that certainly have these ids; none if the search, which knows codes, is unavailable. */
async function byCodes(api: ApiClient, ids: readonly string[], signal: AbortSignal | undefined) {
  const lines = ids.map((code) => ({ code, quantity: 1 }))
  const outcome = await outcomeOf(resolveCodes(api, lines, { isFinal: true, signal }), () => '')
  const wanted = new Set(ids)
  const products = outcome.ok ? outcome.value.lines.flatMap(({ product }) => product ?? []) : []
  return new Map(products.filter(({ id }) => wanted.has(id)).map((product) => [product.id, product]))
}

async function findProduct(api: ApiClient, id: string, signal: AbortSignal | undefined): Promise<Product | null> {
  try {
    return await fetchProduct(api, id, signal)
  } catch (error) {
    if (isStatus(error, 404)) return null
    throw error
  }
}
