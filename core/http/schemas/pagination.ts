import { Type, type Static, type TSchema } from 'typebox'

/** Selects a page of a list; a value out of bounds is answered with 400. */
export const PageQuery = Type.Object({
  page: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0, description: 'Counted from 0' }),
  size: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Entries of one page' }),
})
export type PageQuery = Static<typeof PageQuery>

/** One page of a list of `item`. */
export function PageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    content: Type.Array(item),
    first: Type.Boolean(),
    last: Type.Boolean(),
    number: Type.Integer({ description: 'Of this page, counted from 0' }),
    size: Type.Integer(),
    totalElements: Type.Integer(),
    totalPages: Type.Integer(),
  })
}

export type Page<Item> = {
  content: Item[]
  first: boolean
  last: boolean
  number: number
  size: number
  totalElements: number
  totalPages: number
}

/** Wraps the `content` of a page; a page after the last one is empty and counts as last. */
export function pageOf<Item>(content: Item[], at: PageQuery & { totalElements: number }): Page<Item> {
  const totalPages = Math.ceil(at.totalElements / at.size)
  return {
    content,
    first: at.page === 0,
    last: at.page >= totalPages - 1,
    number: at.page,
    size: at.size,
    totalElements: at.totalElements,
    totalPages,
  }
}
