import { Type, type Static } from 'typebox'
import { visibleText } from '#core/text/blank.ts'

/** A text that was searched for without a hit, by three sessions or more. */
export const SearchWithoutHits = Type.Object({
  text: Type.String({ description: 'In lower case, with single blanks', examples: ['dialysis machine'] }),
  count: Type.Integer({ description: 'How often it was searched for' }),
  lastAt: Type.String({ format: 'date-time' }),
})
export type SearchWithoutHits = Static<typeof SearchWithoutHits>

export const SynonymLanguage = Type.Union([Type.Literal('en'), Type.Literal('hi'), Type.Literal('hi-Latn')], {
  message: 'Language must be en, hi or hi-Latn',
})
export type SynonymLanguage = Static<typeof SynonymLanguage>

export const SynonymKind = Type.Union(
  [
    Type.Literal('synonym'),
    Type.Literal('hyponym'),
    Type.Literal('abbreviation'),
    Type.Literal('spelling'),
    Type.Literal('lay'),
    Type.Literal('brand-generic'),
  ],
  { message: 'Kind must be synonym, hyponym, abbreviation, spelling, lay or brand-generic' },
)
export type SynonymKind = Static<typeof SynonymKind>

const Text = Type.String({ pattern: visibleText, maxLength: 100 })

/** A list of texts; a single text stands for a list of one. */
const Texts = (message: string, examples: string[]) =>
  Type.Union([Type.Array(Text, { minItems: 1, maxItems: 50 }), Text], { message, examples: [examples] })

/** What shoppers type, and the words of the catalogue that they mean by it. */
export const SynonymInput = Type.Object({
  terms: Texts('Enter what shoppers type: up to 50 texts of at most 100 characters', ['usg', 'sonography machine']),
  means: Texts('Enter what they mean by it: up to 50 texts of at most 100 characters', ['ultrasound machine']),
  language: Type.Optional(SynonymLanguage),
  kind: Type.Optional(SynonymKind),
})
export type SynonymInput = Static<typeof SynonymInput>

/** A new or changed synonym whose effect is shown without being stored. */
export const PreviewInput = Type.Object({
  ...SynonymInput.properties,
  id: Type.Optional(Type.String({ maxLength: 100, description: 'The synonym to change; without it, one is added' })),
  text: Type.Optional(
    Type.String({ pattern: visibleText, maxLength: 200, description: 'The search to show; by default the first term' }),
  ),
})

/** A product that a previewed search finds. */
const PreviewedHit = Type.Object({ id: Type.String(), title: Type.String(), posttype: Type.String() })
export type PreviewedHit = Static<typeof PreviewedHit>

export const SynonymPreview = Type.Object({
  text: Type.String(),
  before: Type.Array(PreviewedHit, { description: 'The first ten hits as the search is' }),
  after: Type.Array(PreviewedHit, { description: 'The first ten hits with the change' }),
})
export type SynonymPreview = Static<typeof SynonymPreview>

/** A synonym of the search, as an admin sees it. */
export const Synonym = Type.Object({
  id: Type.String(),
  language: Type.String({ description: 'en, hi, or hi-Latn: Hindi in Latin letters' }),
  terms: Type.Array(Type.String(), { description: 'What shoppers type' }),
  means: Type.Array(Type.String(), { description: 'What they mean by it in words of the catalogue, likeliest first' }),
  kind: Type.String({ description: 'synonym, hyponym, abbreviation, spelling, lay or brand-generic' }),
  revision: Type.Integer({ description: 'The number of its changes, for `If-Match`' }),
  removed: Type.Boolean(),
  undoable: Type.Boolean({ description: 'Whether its last change or removal can be undone' }),
})
export type Synonym = Static<typeof Synonym>

/** A synonym in the admin's list. */
export const ListedSynonym = Type.Intersect([
  Synonym,
  Type.Object({
    supplied: Type.Boolean({ description: 'Whether it came with a release of the shop' }),
    changedAt: Type.String({ format: 'date-time' }),
  }),
])
export type ListedSynonym = Static<typeof ListedSynonym>
