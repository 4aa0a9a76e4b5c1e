import { wordsOf } from '../text/words.ts'
import type { Span } from './spans.ts'

/** A brand of medicine in a query, as the synonyms spell it, and the generic names behind it, the likeliest first. */
export type GenericName = { brand: string; names: readonly string[] }

/** The brands that the synonyms of the kind `brand-generic` know, in the order of the query. */
export function genericNamesIn(spans: readonly Span[]): GenericName[] {
  return spans.flatMap(({ terms, entries, correction }) => {
    const typed = terms.map(({ text }) => text).join(' ')
    return entries
      .filter(({ kind }) => kind === 'brand-generic')
      .flatMap((entry) => {
        const brand = correction ?? entry.terms.find((term) => folded(term) === typed) ?? entry.terms[0]
        return brand === undefined ? [] : [{ brand, names: entry.means }]
      })
      .slice(0, 1)
  })
}

function folded(term: string): string {
  return wordsOf(term)
    .map(({ text }) => text)
    .join(' ')
}
