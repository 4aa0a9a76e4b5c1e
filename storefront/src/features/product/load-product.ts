import type { Product, SimilarProduct } from '#modules/catalogue/schema.ts'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchProduct, fetchSameBrand, fetchSimilar, similarLimit } from '../../lib/api/products.ts'
import type { CartProduct } from '../../entities/cart/cart.ts'
import type { CardProduct } from '../../entities/product/card/product-card.tsx'
import { outcomeOf, type Outcome } from '../../lib/router/outcome.ts'

/** The most products of the same brand that are shown (spec §9). */
const sameBrandLimit = 15

/** A product of a carousel. */
export type ShownProduct = CartProduct & Pick<CardProduct, 'logoAlt'>

export type ProductScreenData = {
  product: Product
  similar: Promise<Outcome<ShownProduct[]>>
  sameBrand: Promise<Outcome<ShownProduct[]>>
  /** The title of this screen in the breadcrumb. */
  crumb: string
}

/** Loads a product; similar products and those of the same brand load in the background. */
export async function loadProduct(api: ApiClient, id: string, signal: AbortSignal): Promise<ProductScreenData> {
  const product = await fetchProduct(api, id, signal).catch((error: unknown) => {
    if (signal.aborted) throw error
    const status = error instanceof ApiError ? error.status : 0
    throw new ApiError(status, messageOf(error, 'Failed to fetch job details'))
  })
  // Not aborted with the page: a person who comes back would see the abort as a failure.
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

/** The messages of spec §8 for similar products. */
function similarFault(error: unknown): string {
  return error instanceof Error && error.message === invalidBody ? invalidBody : 'Failed to load similar products'
}

function similarCards(entries: SimilarProduct[]): ShownProduct[] {
  if (!Array.isArray(entries)) throw new Error(invalidBody)
  return entries.slice(0, similarLimit).map((entry) => ({
    id: entry.similarProductId,
    title: entry.similarProductTitle,
    company: entry.similarProductCompany,
    brand: entry.similarProductBrand,
    price: entry.similarProductPrice,
    logoUrl: entry.similarProductImageUrl,
    logoAlt: entry.similarProductImageAlt,
  }))
}
