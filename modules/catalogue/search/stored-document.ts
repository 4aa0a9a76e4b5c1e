import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SearchDocument } from './product-search-index.ts'

const Name = Type.Union([Type.String(), Type.Null()])

const Stored = Compile(
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    brand: Type.String(),
    company: Type.String(),
    category: Type.String(),
    collections: Type.Array(Type.String()),
    description: Type.String(),
    featureDescription: Type.String(),
    // Absent while a build of an earlier release is live.
    sku: Type.Optional(Name),
    modelNumber: Type.Optional(Name),
    pricePaise: Type.Number(),
    createdAt: Type.Number(),
    payload: Type.Record(Type.String(), Type.Unknown()),
    position: Type.Number(),
  }),
)

/** Checks a document that the index returned. Throws if it is not one: then the index must be replayed. */
export function storedDocument(source: unknown): SearchDocument {
  if (Stored.Check(source)) return { ...source, sku: source.sku ?? null, modelNumber: source.modelNumber ?? null }
  throw new Error('the search index holds an invalid document: replay product-search')
}
