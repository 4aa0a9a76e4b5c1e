import { Type, type Static } from 'typebox'

// What a search returns besides its products, and what it suggests.

const FacetCounts = Type.Record(Type.String(), Type.Integer())
export const Facets = Type.Object({ category: FacetCounts, brand: FacetCounts, company: FacetCounts })
export type Facets = Static<typeof Facets>

/** The brands of medicines in a text, each with the generic names behind it, the likeliest first. */
export const GenericNames = Type.Array(
  Type.Object({
    brand: Type.String({ examples: ['crocin'] }),
    names: Type.Array(Type.String({ examples: ['paracetamol'] })),
  }),
)
export type GenericNames = Static<typeof GenericNames>

/** What to offer where a search found nothing. */
export const Nearest = Type.Object({
  category: Type.Optional(Type.String({ description: 'The path of the collection that is most like the text' })),
  productId: Type.String({ description: 'A product of it, or the newest one: a service request is about a product' }),
})
export type Nearest = Static<typeof Nearest>

const values = { values: FacetCounts }
const numbers = { min: Type.Number(), max: Type.Number(), count: Type.Integer() }

/** The attributes that divide the results: the counts of their values, their least and greatest number, or both. */
export const AttributeFacets = Type.Record(
  Type.String(),
  Type.Union([Type.Object({ ...values, ...numbers }), Type.Object(values), Type.Object(numbers)]),
)
export type AttributeFacets = Static<typeof AttributeFacets>

/** One suggestion of search-as-you-type. `highlight` is its title, escaped, with the matched words in `<mark>`. */
export const Suggestion = Type.Object({
  id: Type.String(),
  title: Type.String(),
  brand: Type.String(),
  posttype: Type.String(),
  logoUrl: Type.String(),
  price: Type.Number(),
  highlight: Type.String(),
})
export type Suggestion = Static<typeof Suggestion>

/** With the suggested products, the collections and brands that the text names. */
export const Suggestions = Type.Object({
  products: Type.Array(Suggestion),
  categories: Type.Array(Type.String(), {
    description: 'The paths of the collections that the text names',
    examples: [['oxygen-machines']],
  }),
  brands: Type.Array(Type.String(), { description: 'The brands of the products that the text names' }),
})
export type Suggestions = Static<typeof Suggestions>
