import type { SearchDocument, SearchHit, Suggestion as Indexed } from './search/product-search-index.ts'
import { rupees } from '#core/domain/money.ts'
import { alternativeTextsIn } from './domain/alternative-text.ts'
import { modelNumberOf } from './domain/model-number.ts'
import type { ProductFacts } from './domain/product.ts'
import type { ProductRow } from './read-model.ts'
import type { FoundProduct, ManagedProduct, Product, SimilarProduct, Suggestion } from './schema.ts'

/** A row of the product list as the API returns it. */
export function presentProduct(row: ProductRow): Product {
  return presentFacts(
    // Absent while a build of an earlier release is live.
    { id: row.product_id, createDate: row.created_at, sku: row.sku ?? null },
    { details: row.details, pricePaise: row.price_paise, qty: row.qty },
  )
}

/** A row of the product list as the API returns it to an admin. */
export function presentManaged(row: ProductRow): ManagedProduct {
  return {
    ...presentProduct(row),
    revision: row.revision,
    deleted: row.created_position < 0,
    changeDate: lastChangeOf(row),
  }
}

/** The time of a row's last event. */
export function lastChangeOf({ changed_at, created_at }: ProductRow): string {
  // Absent while a build of an earlier release is live.
  return changed_at ?? created_at
}

/** The same representation, built from the product's stream. */
export function presentFacts(
  { id, createDate, sku }: Pick<Product, 'id' | 'createDate' | 'sku'>,
  facts: ProductFacts,
): Product {
  const { title, company, brand, lookupType, posttype, description, featureDescription } = facts.details
  const { logoUrl, imgUrl1, imgUrl2, imgUrl3 } = facts.details
  const pictures = { logoUrl, imgUrl1, imgUrl2, imgUrl3, ...alternativeTextsIn(facts.details) }
  const texts = { lookupType, posttype, brand, featureDescription, description }
  const numbers = { price: rupees(facts.pricePaise), qty: facts.qty, sku, modelNumber: modelNumberOf(facts.details) }
  return { id, title, company, ...pictures, ...texts, createDate, ...numbers }
}

/** A document of the search index as the API returns it. */
export function presentDocument(document: SearchDocument): Product {
  const shown = document.payload
  return {
    id: document.id,
    title: document.title,
    company: document.company,
    logoUrl: text(shown['logoUrl']),
    imgUrl1: text(shown['imgUrl1']),
    imgUrl2: text(shown['imgUrl2']),
    imgUrl3: text(shown['imgUrl3']),
    ...alternativeTextsIn(shown),
    lookupType: text(shown['lookupType']),
    posttype: text(shown['posttype']),
    brand: document.brand,
    featureDescription: document.featureDescription,
    description: document.description,
    createDate: text(shown['createDate']),
    price: rupees(document.pricePaise),
    qty: typeof shown['qty'] === 'number' ? shown['qty'] : 0,
    sku: document.sku,
    modelNumber: document.modelNumber,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function presentHit({ document, highlight }: SearchHit): FoundProduct {
  return { ...presentDocument(document), highlight }
}

export function presentSuggestion({ document, highlight }: Indexed): Suggestion {
  const { id, title, brand, category, pricePaise, payload } = document
  return {
    id,
    title,
    brand,
    posttype: category,
    logoUrl: text(payload['logoUrl']),
    price: rupees(pricePaise),
    highlight,
  }
}

export function presentSimilar(product: Product): SimilarProduct {
  const { id, title, brand, price, logoUrl, logoAlt, company } = product
  return {
    id,
    similarProductId: id,
    similarProductTitle: title,
    similarProductBrand: brand,
    similarProductPrice: price,
    similarProductImageUrl: logoUrl,
    ...(logoAlt !== undefined && { similarProductImageAlt: logoAlt }),
    similarProductCompany: company,
  }
}
