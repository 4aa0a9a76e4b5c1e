import type { SynonymKind, SynonymLanguage } from '#modules/search-words/schema.ts'
import { addressText } from '../../lib/router/address-text.ts'
import { parsePage } from '../../lib/router/pagination.ts'

/** The parts of the page besides the synonyms in use: the removed ones, and the searches without a hit. */
const views = ['removed', 'without-hits'] as const

/** The search parameters in the URL of the search words. */
export type WordsSearch = {
  page?: number | undefined
  text?: string | undefined
  language?: SynonymLanguage | undefined
  state?: (typeof views)[number] | undefined
  /** The term of a new synonym that the page begins with. */
  add?: string | undefined
}

export function readWordsSearch(search: Record<string, unknown>): WordsSearch {
  const state = views.find((one) => one === search['state'])
  // The language of a search that found nothing is not known.
  const language = state === 'without-hits' ? undefined : languages.find((one) => one === search['language'])
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    language,
    state,
    add: addressText(search['add'], 200),
  }
}

export const languages = ['en', 'hi', 'hi-Latn'] as const

const languageTexts: Record<string, string> = { en: 'English', hi: 'Hindi', 'hi-Latn': 'Hindi in Latin letters' }

export const kinds = ['synonym', 'hyponym', 'abbreviation', 'spelling', 'lay', 'brand-generic'] as const

const kindTexts: Record<string, string> = {
  synonym: 'Synonym',
  hyponym: 'Narrower term',
  abbreviation: 'Abbreviation',
  spelling: 'Spelling',
  lay: 'Everyday word',
  'brand-generic': 'Brand of a generic',
} satisfies Record<SynonymKind, string>

/** The name of a language; a later release may store others. */
export const languageText = (language: string) => languageTexts[language] ?? language

export const kindText = (kind: string) => kindTexts[kind] ?? kind
