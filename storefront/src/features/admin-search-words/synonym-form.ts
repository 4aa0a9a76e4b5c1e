import type { SynonymInput } from '#modules/search-words/schema.ts'
import { kinds, languages } from './words-search.ts'

type Fault = { field: 'terms' | 'means'; message: string }

/** Parses the fields, one text per line; returns the first that is invalid, by the rules of the API. */
export function readSynonym(typed: (name: 'terms' | 'means' | 'language' | 'kind') => string): SynonymInput | Fault {
  const input = {
    terms: linesOf(typed('terms')),
    means: linesOf(typed('means')),
    language: languages.find((one) => one === typed('language')) ?? 'en',
    kind: kinds.find((one) => one === typed('kind')) ?? 'synonym',
  }
  return faultIn('terms', input.terms, 'what shoppers type') ?? faultIn('means', input.means, 'what they mean') ?? input
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function faultIn(field: Fault['field'], lines: readonly string[], what: string): Fault | undefined {
  if (lines.length === 0) return { field, message: `Enter ${what}, one text per line` }
  if (lines.length > 50) return { field, message: 'At most 50 lines' }
  return lines.some((line) => line.length > 100) ? { field, message: 'At most 100 characters per line' } : undefined
}
