import { Type, type Static } from 'typebox'

/** A text that was searched for without a hit, by three sessions or more. */
export const SearchWithoutHits = Type.Object({
  text: Type.String({ description: 'In lower case, with single blanks', examples: ['dialysis machine'] }),
  count: Type.Integer({ description: 'How often it was searched for' }),
  lastAt: Type.String({ format: 'date-time' }),
})
export type SearchWithoutHits = Static<typeof SearchWithoutHits>
