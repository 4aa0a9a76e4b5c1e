import { Type, type Static } from 'typebox'

/** The languages in which shoppers search. `hi-Latn` is Hindi in Latin letters. */
export const SynonymLanguage = Type.Union([Type.Literal('en'), Type.Literal('hi'), Type.Literal('hi-Latn')])
export type SynonymLanguage = Static<typeof SynonymLanguage>

export const SynonymKind = Type.Union([
  Type.Literal('synonym'),
  Type.Literal('hyponym'),
  Type.Literal('abbreviation'),
  Type.Literal('spelling'),
  Type.Literal('lay'),
  Type.Literal('brand-generic'),
])
export type SynonymKind = Static<typeof SynonymKind>

/** What shoppers type, and the words of the catalogue that they mean by it, the likeliest first. */
export type SynonymEntry = {
  id: string
  language: SynonymLanguage
  terms: readonly string[]
  means: readonly string[]
  kind: SynonymKind
}
