import { Type, type Static } from 'typebox'
import { Day } from '#core/http/schemas/day.ts'
import { requiredText } from '#core/http/schemas/required-text.ts'
import { SortBy, type Sort } from '#core/http/schemas/sort.ts'
import { maxAmountPaise } from '#core/domain/money.ts'
import { findCollection } from './domain/categories.ts'
import { maxModelNumber } from './domain/model-number.ts'
import { Price } from './domain/price.ts'
import { pictureInputs, shownPictures } from './pictures/schema.ts'

/** What an import sends and gets back. */
export type { ImportedRow, ImportInput, MatchedColumns } from './import/schema.ts'
export type { AttributeFacets, Facets, GenericNames, Nearest, Suggestion, Suggestions } from './search/schema.ts'

const CategoryPath = Type.Refine(
  Type.String({ maxLength: 60, examples: ['icu-equipments'] }),
  (category) => category === '' || findCollection(category) !== undefined,
  () => 'Category must be one of the collections of the shop, such as icu-equipments',
)

/** The admin's input. Fields and messages are in the order of spec §5. */
export const ProductInput = Type.Object({
  title: requiredText('Title cannot be empty', 200, ['Aarogya VM-12 Patient Monitor, 12.1 in']),
  company: requiredText('Company cannot be empty', 120, ['Aarogya Meditech']),
  price: Price,
  qty: Type.Integer({ minimum: 0, maximum: 10_000_000, message: 'Quantity cannot be empty', examples: [12] }),
  lookupType: requiredText('Lookup Type cannot be empty', 60, ['Equipment']),
  brand: requiredText('Brand Type cannot be empty', 120, ['Aarogya']),
  featureDescription: requiredText('Feature Description Type cannot be empty', 10_000, [
    'Screen: 12.1 in\nWeight: 4.2 kg',
  ]),
  description: requiredText('Description cannot be empty', 10_000, [
    'Bedside monitor for ECG, SpO2, NIBP and temperature.',
  ]),
  posttype: Type.Optional(CategoryPath),
  ...pictureInputs,
  modelNumber: Type.Optional(
    Type.Union([Type.String({ maxLength: maxModelNumber, examples: ['VM-12'] }), Type.Null()], {
      description: 'Left out: unchanged, or derived from title and specification. Empty or null: it has none.',
    }),
  ),
})
export type ProductInput = Static<typeof ProductInput>

/** A product as the API returns it (spec §3). `price` in rupees, exclusive of GST; `qty` informs the admin only. */
export const Product = Type.Object({
  id: Type.String(),
  title: Type.String(),
  company: Type.String(),
  ...shownPictures,
  lookupType: Type.String(),
  posttype: Type.String({ description: 'Its category, the path of a collection' }),
  brand: Type.String(),
  featureDescription: Type.String({ description: 'One specification a line, as `Name: value unit`' }),
  description: Type.String(),
  createDate: Type.String({ format: 'date-time' }),
  price: Type.Number({ description: 'Rupees, exclusive of GST, at most 2 decimals' }),
  qty: Type.Integer(),
  sku: Type.Union([Type.String(), Type.Null()], { description: 'The supplier’s key, of an imported product' }),
  modelNumber: Type.Union([Type.String(), Type.Null()], { description: 'The manufacturer’s, where it is known' }),
})
export type Product = Static<typeof Product>

/** A picture as it was stored: the path of its form of at most 800 pixels, and the size of that form. */
export const UploadedPicture = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })
export type UploadedPicture = Static<typeof UploadedPicture>

/** A product in the admin's list: with its revision for `If-Match`, and whether it is deleted. */
export const ManagedProduct = Type.Intersect([
  Product,
  Type.Object({
    revision: Type.Integer({ description: 'For `If-Match`' }),
    deleted: Type.Boolean(),
    changeDate: Type.String({ format: 'date-time', description: 'Of the last change of any kind' }),
  }),
])
export type ManagedProduct = Static<typeof ManagedProduct>

/** The stock of a product is low at this number of pieces or fewer. */
export const mostOfLowStock = 5

/** The filters of the admin's list; `from` and `to` are days of the last change. */
export const ManagedFilters = Type.Object({
  text: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words, or parts of words, to search for in id, title, company, brand and category',
      examples: ['patient monitor'],
    }),
  ),
  state: Type.Union([Type.Literal('listed'), Type.Literal('deleted')], {
    default: 'listed',
    message: 'state must be listed or deleted',
  }),
  category: Type.Optional(CategoryPath),
  brand: Type.Optional(Type.String({ maxLength: 120, description: 'Case does not matter', examples: ['Aarogya'] })),
  company: Type.Optional(Type.String({ maxLength: 120, description: 'Case does not matter' })),
  stock: Type.Optional(
    Type.Union([Type.Literal('none'), Type.Literal('low'), Type.Literal('more')], {
      description: `none: 0; low: 1 to ${mostOfLowStock}; more: above that`,
      message: 'stock must be none, low or more',
    }),
  ),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type ManagedFilters = Static<typeof ManagedFilters>

const productSorts = ['added', 'changed', 'title', 'brand', 'company', 'price', 'stock'] as const
export type ProductSortColumn = (typeof productSorts)[number]
export type ProductSort = Sort<ProductSortColumn>

/** The order of the admin's list. */
export const ProductSorting = Type.Object({ sort: Type.Optional(SortBy(productSorts, 'added-desc')) })

/** Text with the matched words in `<mark>` and everything else escaped, so that it is safe to show as HTML. */
const Highlight = Type.Object({ title: Type.String(), description: Type.String() })

export const FoundProduct = Type.Intersect([Product, Type.Object({ highlight: Highlight })])
export type FoundProduct = Static<typeof FoundProduct>

/** A value, or several of which one must match. */
const SeveralTexts = (maxLength: number, examples: string[]) =>
  Type.Union([Type.String({ maxLength }), Type.Array(Type.String({ maxLength }), { minItems: 1, maxItems: 50 })], {
    examples,
  })

const AttributeFilter = Type.Union([
  Type.Array(Type.String({ maxLength: 80 }), { minItems: 1, maxItems: 50 }),
  Type.Object({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }),
])

export const SearchInput = Type.Object({
  text: Type.String({
    maxLength: 10_000,
    message: 'Send the words to search for as text',
    examples: ['patint monitor'],
  }),
  category: Type.Optional(SeveralTexts(60, ['icu-equipments'])),
  brand: Type.Optional(SeveralTexts(120, ['Aarogya'])),
  company: Type.Optional(SeveralTexts(120, ['Aarogya Meditech'])),
  filters: Type.Optional(
    Type.Record(Type.String({ maxLength: 60 }), AttributeFilter, {
      maxProperties: 20,
      description: 'By the names of `attributeFacets`: values of which one must match, or a least and greatest number',
      examples: [{ 'Display (in)': { min: 10, max: 15 } }],
    }),
  ),
  minPrice: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmountPaise / 100 })),
  maxPrice: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmountPaise / 100 })),
  sort: Type.Optional(
    Type.Union([
      Type.Literal('relevance'),
      Type.Literal('newest'),
      Type.Literal('price-asc'),
      Type.Literal('price-desc'),
    ]),
  ),
})
export type SearchInput = Static<typeof SearchInput>

const maxResolvedLines = 200

const codeAndQuantity = {
  code: requiredText('Code cannot be empty', 200, ['ICU-MON-0008']),
  quantity: Type.Integer({
    minimum: 1,
    maximum: 9_999,
    message: 'Quantity must be a whole number from 1 to 9,999',
  }),
}

/** A pasted list of codes, one a line, with quantities. */
export const ResolveInput = Type.Object({
  lines: Type.Array(
    Type.Object({
      ...codeAndQuantity,
      readings: Type.Optional(
        Type.Array(Type.Object(codeAndQuantity), {
          maxItems: 4,
          description:
            'The ways to read a line that is ambiguous, the preferred one first: the first whose code is known takes ' +
            'the place of code and quantity',
        }),
      ),
    }),
    { minItems: 1, maxItems: maxResolvedLines, message: `Send 1 to ${maxResolvedLines} lines at a time` },
  ),
})
export type ResolveInput = Static<typeof ResolveInput>

const ResolvedLine = Type.Object({
  code: Type.String(),
  quantity: Type.Integer(),
  product: Type.Optional(Product),
  candidates: Type.Array(Product, { description: 'What may be meant, if it is not certain' }),
})
export type ResolvedLine = Static<typeof ResolvedLine>

export const ResolvedLines = Type.Object({ lines: Type.Array(ResolvedLine) })
export type ResolvedLines = Static<typeof ResolvedLines>

/** A similar product, in the specification's own field names (spec §3). */
export const SimilarProduct = Type.Object({
  id: Type.String(),
  similarProductId: Type.String(),
  similarProductTitle: Type.String(),
  similarProductBrand: Type.String(),
  similarProductPrice: Type.Number(),
  similarProductImageUrl: Type.String(),
  similarProductImageAlt: Type.Optional(
    Type.String({ description: 'The alternative text of the picture, if it has one' }),
  ),
  similarProductCompany: Type.String(),
})
export type SimilarProduct = Static<typeof SimilarProduct>
