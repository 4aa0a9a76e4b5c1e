import { oneLine } from '#core/text/one-line.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { wordsOf, type FoundSynonym } from '../present.ts'
import { PreviewInput, SynonymPreview, type PreviewedHit } from '../schema.ts'

/** The first hits of a text, if the search used exactly these synonyms. */
export type PreviewSearch = (text: string, synonyms: readonly FoundSynonym[]) => Promise<PreviewedHit[]>

export type PreviewDeps = { findSynonyms: () => Promise<FoundSynonym[]>; previewSearch: PreviewSearch }

/** Shows what a change of one synonym would find, without making it. */
export function previewRoute({ findSynonyms, previewSearch }: PreviewDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/search/synonyms/preview',
    summary: 'What a search would find with a new or changed synonym',
    description:
      'Returns the first ten hits of `text` with the synonyms as they are, and with the change. Stores nothing.',
    access: adminOnly,
    body: PreviewInput,
    responses: { 200: SynonymPreview },
    reads: ['search-synonyms', 'product-search'],
    async handle({ body: { id = '', text, ...input } }) {
      const words = wordsOf(input)
      const asked = oneLine(text ?? words.terms[0] ?? '')
      const now = await findSynonyms()
      const changed = [...now.filter((one) => one.id !== id), { id, ...words }]
      const [before, after] = await Promise.all([previewSearch(asked, now), previewSearch(asked, changed)])
      return { status: 200, body: { text: asked, before, after } }
    },
  })
}
