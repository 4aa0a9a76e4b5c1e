import type { Product, SimilarProduct } from '#modules/catalogue/schema.ts'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchProduct, fetchSameBrand, fetchSimilar, similarLimit } from '../../lib/api/products.ts'
import type { CartProduct } from '../../entities/cart/cart.ts'
import { outcomeOf, type Outcome } from '../../lib/router/outcome.ts'

/** At most so many of the same brand are shown (spec §9). */
const sameBrandLimit = 15

export type ProductScreenData = {
  product: Product
  similar: Promise<Outcome<CartProduct[]>>
  sameBrand: Promise<Outcome<CartProduct[]>>
  /** What the breadcrumb calls this screen. */
  crumb: string
}

/** A product, and on their own time the products alongside it. */
export async function loadProduct(api: ApiClient, id: string, signal: AbortSignal): Promise<ProductScreenData> {
  const product = await fetchProduct(api, id, signal).catch((error: unknown) => {
    if (signal.aborted) throw error
    const status = error instanceof ApiError ? error.status : 0
    throw new ApiError(status, messageOf(error, 'Failed to fetch job details'))
  })
  // Not broken off with the page: whoever comes back would be shown that as a failure.
  const similar = fetchSimilar(api, id).then(similarCards)
  const sameBrand = fetchSameBrand(api, product.company).then(({ content }) =>
    content.filter((other) => other.id !== id).slice(0, sameBrandLimit),
  )
  return {
    product,
    similar: outcomeOf(similar, similarFault),
    sameBrand: outcomeOf(sameBrand, (error) => messageOf(error)),
    crumb: product.title || 'Untitled Product',
  }
}

const invalidBody = 'Invalid JSON response from server'

/** The texts of spec §8 for similar products. */
function similarFault(error: unknown): string {
  return error instanceof Error && error.message === invalidBody ? invalidBody : 'Failed to load similar products'
}

function similarCards(entries: SimilarProduct[]): CartProduct[] {
  if (!Array.isArray(entries)) throw new Error(invalidBody)
  return entries.slice(0, similarLimit).map((entry) => ({
    id: entry.similarProductId,
    title: entry.similarProductTitle,
    company: entry.similarProductCompany,
    brand: entry.similarProductBrand,
    price: entry.similarProductPrice,
    logoUrl: entry.similarProductImageUrl,
  }))
}
